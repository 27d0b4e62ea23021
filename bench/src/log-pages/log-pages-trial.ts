import { startPostgres } from '@tollgate/tools';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { renderTable } from '../table.ts';
import type { Print, Trial } from '../trial.ts';
import { type Answered, measureQuestions } from './ask-questions.ts';
import { fillLog } from './fill-log.ts';
import { makeReader } from './make-reader.ts';
import { assertStatisticsMatchLog } from './assert-statistics-match-log.ts';
import { openDatabase, type DataLocation, startAt } from './place.ts';

const HOLD_MS = 50;
const AIM_MS = 20;
/** Measures how long the log pages take with a long log. */
export const logPagesTrial: Trial = {
  name: 'log-pages',
  title: 'The log and its statistics',
  options: { rows: 10_000_000, times: 40 },
  async run(stage, { rows = 0, times = 0 }, print) {
    const folder = mkdtempSync(join(stage.directory, 'log-'));
    const onSqlite = await measure(
      { stage, folder, databaseUrl: undefined },
      { rows, times, print },
    );
    const postgres = await startPostgres();
    try {
      const location = {
        stage,
        folder: mkdtempSync(join(stage.directory, 'log-')),
        databaseUrl: postgres.url,
      };
      const onPostgres = await measure(location, { rows, times, print });
      return render(rows, onSqlite, onPostgres);
    } finally {
      await postgres.stop();
    }
  },
};

async function measure(
  location: DataLocation,
  { rows, times, print }: { rows: number; times: number; print: Print },
): Promise<Answered[]> {
  const now = Math.floor(Date.now() / 1000);
  const userId = await makeReader(location);
  const database = await openDatabase(location);
  await fillLog(database, { rows, userId, now }, print).finally(() => database.close());
  const gateway = await startAt(location);
  try {
    if (location.databaseUrl === undefined) await waitForIndex(location, print);
    await assertStatisticsMatchLog(location, gateway.url, now);
    return await measureQuestions(gateway.url, { times, now, print });
  } finally {
    await gateway.stop();
  }
}

/** On SQLite the gateway builds its index of row positions after it has started. */
async function waitForIndex(location: DataLocation, print: Print): Promise<void> {
  const startedMs = performance.now();
  const database = await openDatabase(location);
  // The oldest rows are indexed last.
  const oldest = 'SELECT coalesce(min(chunk), 1) FROM log_chunks';
  while ((await database.count(oldest)) > 0) await pause(100);
  await database.close();
  print(`  places written down in ${((performance.now() - startedMs) / 1000).toFixed(0)} s`);
}

function render(
  rows: number,
  onSqlite: readonly Answered[],
  onPostgres: readonly Answered[],
): string {
  const worst = Math.max(...[...onSqlite, ...onPostgres].map(({ p95Ms }) => p95Ms));
  const verdict = worst <= AIM_MS ? 'aim reached' : worst <= HOLD_MS ? 'holds' : 'BELOW';
  const table = onSqlite.map(({ question, p50Ms, p95Ms }, index) => [
    `${question.asker}: ${question.what}`,
    p50Ms.toFixed(1),
    p95Ms.toFixed(1),
    (onPostgres[index]?.p50Ms ?? Number.NaN).toFixed(1),
    (onPostgres[index]?.p95Ms ?? Number.NaN).toFixed(1),
  ]);
  return [
    `${rows.toLocaleString('en')} calls of 2,001 users in 30 days; whole answers of the console API over HTTP, one after another. Without a window the last 3 days are read.`,
    renderTable(
      ['What', 'Measured', 'Hold', 'Aim', 'Verdict'],
      [['slowest p95', `${worst.toFixed(1)} ms`, `${HOLD_MS} ms`, `${AIM_MS} ms`, verdict]],
    ),
    renderTable(['Question', 'SQLite p50 ms', 'p95 ms', 'PostgreSQL p50 ms', 'p95 ms'], table),
  ].join('\n\n');
}
