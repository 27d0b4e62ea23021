import { IMPORT_AREAS } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { fillIn } from '../../platform/fill-in.ts';
import type { Language } from '../../domain/error-texts.ts';
import type { ImportReport } from '../../domain/import/run-import.ts';
import { displayWidth } from '../remote/display-width.ts';

const EXAMPLES_SHOWN = 5;

/** Formats a report as lines of text: what is imported, what is not and why, and the sums of money. */
export function presentImportReport(report: ImportReport, language: Language): string[] {
  const { imports, cli } = texts[language];
  const { areas, findings } = imports;
  const words = cli.report;
  const done = report.dryRun ? words.toImport : words.imported;
  const lines = [
    ...(report.dryRun ? [words.dryRun] : []),
    fillIn(words.title, { source: report.source, family: report.family, name: report.name }),
    '',
    row('', words.found, done, words.present, words.skipped),
  ];
  for (const area of IMPORT_AREAS) {
    const { found, imported, present, renewed, skipped } = report.counts[area];
    if (found > 0) lines.push(row(areas[area], found, imported, present, skipped));
    if (renewed > 0) lines.push(`  ${fillIn(words.renewed, { count: renewed })}`);
  }
  lines.push('', ...presentMappings(report, language));
  if (report.findings.length > 0) lines.push('', words.findings);
  for (const { area, code, count, examples } of report.findings) {
    const text = fillIn(findings[code], {});
    lines.push(`  ${fillIn(words.finding, { area: areas[area], count, text })}`);
    for (const { subject, detail } of examples.slice(0, EXAMPLES_SHOWN))
      lines.push(`      ${subject}${detail === '' ? '' : `: ${detail}`}`);
    if (count > EXAMPLES_SHOWN)
      lines.push(`      ${fillIn(words.more, { count: count - EXAMPLES_SHOWN })}`);
  }
  return [...lines, '', ...presentMoney(report, language)];
}

const LIST_SHOWN = 20;

/** Lists what channel types, options and prices are mapped to. */
function presentMappings({ mappings, prices }: ImportReport, language: Language): string[] {
  const words = texts[language].cli.report;
  const types = mappings.channelTypes.map(({ from, to, name, address, count }) => {
    const suffix = address === '' ? '' : ` (${address})`;
    return `${from} → ${to} ${name}${suffix} × ${count}`;
  });
  const options = mappings.options.map(({ from, to }) => (from === to ? from : `${from} → ${to}`));
  const { stated, built_in: builtIn } = prices.byOrigin;
  return [
    ...(types.length > 0 ? [words.channelTypes, ...types.map((line) => `  ${line}`)] : []),
    ...(options.length > 0 ? [fillIn(words.options, { list: options.join(', ') })] : []),
    fillIn(words.prices, { stated, builtIn, here: prices.here, none: prices.none.length }),
    ...(prices.none.length > 0
      ? [fillIn(words.unpriced, { list: shorten(prices.none, words.more) })]
      : []),
  ];
}

function shorten(list: readonly string[], more: string): string {
  const rest = list.length - LIST_SHOWN;
  const shown = list.slice(0, LIST_SHOWN).join(', ');
  return rest > 0 ? `${shown}, ${fillIn(more, { count: rest })}` : shown;
}

function presentMoney({ money, dryRun }: ImportReport, language: Language): string[] {
  const words = texts[language].cli.report;
  const { balances, debts, opened = 0, differences = 0 } = money;
  const lines = [
    fillIn(words.balances, { quota: balances }),
    ...(debts > 0 ? [fillIn(words.debts, { quota: debts })] : []),
  ];
  if (dryRun) return lines;
  const agrees = opened === balances && differences === 0;
  return [
    ...lines,
    fillIn(words.opened, { quota: opened }),
    fillIn(words.differences, { count: differences }),
    agrees ? words.agrees : words.differs,
  ];
}

const WIDTHS = [18, 10, 11, 10, 10];

function row(...cells: (string | number)[]): string {
  return cells
    .map((cell, index) => {
      const text = String(cell);
      const padding = ' '.repeat(Math.max(0, (WIDTHS[index] ?? 0) - displayWidth(text)));
      return index === 0 ? text + padding : padding + text;
    })
    .join('');
}
