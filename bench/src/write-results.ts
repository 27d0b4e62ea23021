import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

const REPOSITORY = join(import.meta.dirname, '..', '..');
const RESULTS_FILE = join(REPOSITORY, 'bench', 'RESULTS.md');

export interface Heading {
  machine: Machine;
  commit: string;
  command: string;
  /** ISO date. */
  date: string;
}

/** What was measured where and how, as Markdown. */
export function renderHeading({ machine, commit, command, date }: Heading): string {
  return [
    `- Date: ${date}`,
    `- Machine: ${machine.cores} cores, ${machine.cpu}, ${machine.system}, Node ${machine.node}; load average before: ${machine.loadBefore}`,
    `- Code: ${commit}`,
    `- Command: \`${command}\``,
    '- Method: each gateway alone on core 0, load generator and mock on core 1, turns A B C A B C …; medians of the rounds, ratios are medians of the ratios within a round. CPU that neither the gateway nor others used means that core 1 was the limit and the gateway is faster than shown.',
    '- "Most of others" is what other processes took of core 0 in the worst round: above a few percent that round was disturbed. A busy machine slows gateways unevenly: compare within one run only.',
  ].join('\n');
}

/** Rewrites the committed results, without the paths of this machine. */
export function writeResults(heading: Heading, results: string): void {
  const text = `# Benchmark results\n\n${renderHeading(heading)}\n\n${results}\n`;
  writeFileSync(RESULTS_FILE, text.replaceAll(`${REPOSITORY}/`, ''));
}
