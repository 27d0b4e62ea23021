import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';
import { replaceSection, type SectionName } from './results-sections.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const RESULTS_FILE = join(REPOSITORY, 'bench', 'RESULTS.md');

export interface Heading {
  machine: Machine;
  commit: string;
  command: string;
  /** ISO date. */
  date: string;
}

/** Renders what was measured, and where, as a Markdown list. */
export function renderHeading({ machine, commit, command, date }: Heading): string {
  return [
    `- Date: ${date}`,
    `- Machine: ${machine.cores} cores, ${machine.cpu}, ${machine.system}, Node ${machine.node}; load average before: ${machine.loadBefore}${describeHaltPoll(machine)}`,
    `- Code: ${commit}`,
    `- Command: \`${command}\``,
  ].join('\n');
}

function describeHaltPoll({ haltPollNs }: Machine): string {
  if (haltPollNs === undefined) return '';
  return `; idle cores wait ${haltPollNs / 1000} µs before they halt (guest_halt_poll_ns)`;
}

/** Rewrites one section of the committed results, without paths of this machine; the others are unchanged. */
export function writeResults(section: SectionName, text: string): void {
  const before = existsSync(RESULTS_FILE) ? readFileSync(RESULTS_FILE, 'utf8') : '';
  const clean = text.replaceAll(`${REPOSITORY}/`, '');
  writeFileSync(RESULTS_FILE, replaceSection(before, section, clean));
}
