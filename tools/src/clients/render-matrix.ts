import type { ClientDriver } from './client-driver.ts';
import { DIALECTS } from './dialects.ts';
import type { ClientTrial } from './run-client.ts';

export interface ClientReport {
  driver: ClientDriver;
  version: string;
  trials: readonly ClientTrial[];
}

const HEADINGS = ['Client', 'Version', 'Chat', 'Responses', 'Messages', 'Gemini', 'Model switches'];

/** The matrix as a table in Markdown, what failed below it. */
export function renderMatrix(reports: readonly ClientReport[], date: string): string {
  const rows = reports.map(({ driver, version, trials }) => [
    driver.name,
    version,
    ...DIALECTS.map((dialect) => markOf(trials.filter(({ name }) => name === dialect))),
    markOfMoves(trials),
    markOf(trials.filter(({ name }) => name.startsWith('failover'))),
    String(sum(trials.flatMap(({ turns }) => turns.map(({ charged }) => charged)))),
  ]);
  const table = [
    [...HEADINGS, 'Failover', 'Calls charged'],
    HEADINGS.concat('', '').map(() => '---'),
    ...rows,
  ];
  return [
    `Measured on ${date} by \`npm run clients\`:`,
    '',
    ...table.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function markOf(trials: readonly ClientTrial[]): string {
  if (trials.length === 0) return '–';
  return trials.every(isGood) ? 'passes' : 'fails';
}

const isGood = ({ turns }: ClientTrial) => turns.every(({ problems }) => problems.length === 0);

/** How many of the moves from one dialect to another went well. */
function markOfMoves(trials: readonly ClientTrial[]): string {
  const moves = trials.find(({ name }) => name === 'moves')?.turns.slice(1);
  if (!moves) return '–';
  return `${moves.filter(({ problems }) => problems.length === 0).length}/${moves.length}`;
}
