import type { ClientDriver } from './client-driver.ts';
import { DIALECTS } from './dialects.ts';
import type { ClientTrial } from './run-client.ts';

export interface ClientReport {
  driver: ClientDriver;
  version: string;
  trials: readonly ClientTrial[];
}

const HEADINGS = [
  'Client',
  'Version',
  'Tested',
  'Chat',
  'Responses',
  'Messages',
  'Gemini',
  'Model switches',
  'Failover',
  'Calls charged',
];
const RULE = HEADINGS.map(() => '---');

/**
 * Renders the matrix as a Markdown table, sorted by the order of `names`. Clients that did not run keep their
 * rows of the earlier matrix.
 */
export function renderMatrix(
  reports: readonly ClientReport[],
  date: string,
  names: readonly string[],
  earlier = '',
): string {
  const rows = new Map(
    earlier
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => [line.split(' | ')[0]?.slice(2) ?? '', line]),
  );
  for (const report of reports) rows.set(report.driver.name, rowOf(cellsOf(report, date)));
  const matching = names.flatMap((name) => rows.get(name) ?? []);
  return [rowOf(HEADINGS), rowOf(RULE), ...matching].join('\n');
}

const rowOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function cellsOf({ driver, version, trials }: ClientReport, date: string): string[] {
  return [
    driver.name,
    version,
    date,
    ...DIALECTS.map((dialect) => markOf(trials.filter(({ name }) => name === dialect))),
    markOfMoves(trials),
    markOf(trials.filter(({ name }) => name.startsWith('failover'))),
    String(sum(trials.flatMap(({ turns }) => turns.map(({ charged }) => charged)))),
  ];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function markOf(trials: readonly ClientTrial[]): string {
  if (trials.length === 0) return '–';
  return trials.every(hasPassed) ? 'passes' : 'fails';
}

const hasPassed = ({ turns }: ClientTrial) => turns.every(({ problems }) => problems.length === 0);

/** Returns how many of the moves from one dialect to another succeeded. */
function markOfMoves(trials: readonly ClientTrial[]): string {
  const moves = trials.find(({ name }) => name === 'moves')?.turns.slice(1);
  if (!moves) return '–';
  return `${moves.filter(({ problems }) => problems.length === 0).length}/${moves.length}`;
}
