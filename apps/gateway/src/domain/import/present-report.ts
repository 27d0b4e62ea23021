import { fillIn, type Language } from '../error-texts.ts';
import { texts } from '@tollgate/i18n';
import { IMPORT_AREAS } from './import-findings.ts';
import type { ImportReport } from './run-import.ts';

const EXAMPLES_SHOWN = 5;

/** A report as lines of text: what comes over, what does not and why, and what the money comes to. */
export function presentReport(report: ImportReport, language: Language = 'en'): string[] {
  const { areas, findings } = texts[language].imports;
  const verb = report.dryRun ? 'to import' : 'imported';
  const lines = [
    `${report.dryRun ? 'Dry run, nothing changed. ' : ''}${report.source}: ${report.family}, as "${report.name}"`,
    '',
    row('', 'found', verb, 'present', 'left out'),
  ];
  for (const area of IMPORT_AREAS) {
    const { found, imported, present, skipped } = report.counts[area];
    if (found > 0) lines.push(row(areas[area], found, imported, present, skipped));
  }
  if (report.findings.length > 0) lines.push('', 'Changed or not imported:');
  for (const { area, code, count, examples } of report.findings) {
    lines.push(`  ${areas[area]} (${count}): ${fillIn(findings[code], {})}`);
    for (const { subject, detail } of examples.slice(0, EXAMPLES_SHOWN))
      lines.push(`      ${subject}${detail === '' ? '' : `: ${detail}`}`);
    if (count > EXAMPLES_SHOWN)
      lines.push(`      and ${count - EXAMPLES_SHOWN} more (--json lists up to 100)`);
  }
  return [...lines, '', ...presentMoney(report)];
}

function presentMoney({ money, dryRun }: ImportReport): string[] {
  const { balances, debts, opened, differences } = money;
  const lines = [
    `Balances of the source: ${balances} quota${debts > 0 ? `, debts: ${debts}` : ''}`,
  ];
  if (dryRun) return lines;
  const agrees = opened === balances && differences === 0;
  return [
    ...lines,
    `Opened in the ledger:   ${opened} quota`,
    `Users whose ledger and balance differ: ${differences}`,
    agrees ? 'All balances match exactly.' : AGREES_NOT,
  ];
}

/** A later run, or a super admin who had a balance here. */
const AGREES_NOT =
  'The sums differ if the source changed since the first run, or if the imported balance of the super admin replaced the one here.';

const WIDTHS = [18, 10, 11, 10, 10];

function row(...cells: (string | number)[]): string {
  return cells
    .map((cell, index) =>
      index === 0 ? String(cell).padEnd(WIDTHS[0] ?? 0) : String(cell).padStart(WIDTHS[index] ?? 0),
    )
    .join('');
}
