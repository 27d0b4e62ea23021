import { startPostgres } from '@tollgate/tools';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type Answered, measureQuestions } from '../log-pages/ask-questions.ts';
import { fillLog } from '../log-pages/fill-log.ts';
import { makeReader } from '../log-pages/make-reader.ts';
import { assertStatisticsMatchLog } from '../log-pages/assert-statistics-match-log.ts';
import { openDatabase, type DataLocation, startAt } from '../log-pages/place.ts';
import { startPlainMock } from '../mock-plain.ts';
import { openConsole } from '../open-console.ts';
import {
  DELETION_TABLE_HEAD,
  deleteBesideCalls,
  deletionRows,
  type Deletions,
} from '../retention/delete-beside.ts';
import type { Stage } from '../stage.ts';
import { renderTable } from '../table.ts';
import type { Print, Trial } from '../trial.ts';

const HOLD_MS = 50;
const AIM_MS = 20;

/** Measures pages, statistics, dashboard and deletion on PostgreSQL with a month of logs of ten nodes. */
export const largeLogTrial: Trial = {
  name: 'large-log',
  title: 'Ten nodes’ worth of log on PostgreSQL',
  options: { rows: 50_000_000, times: 20, rate: 200 },
  async run(stage, { rows = 0, times = 0, rate = 0 }, print) {
    const postgres = await startPostgres();
    try {
      const folder = mkdtempSync(join(stage.directory, 'log-'));
      const location = { stage, folder, databaseUrl: postgres.url };
      return render(rows, rate, await measure(location, { rows, times, rate, print }));
    } finally {
      await postgres.stop();
    }
  },
};

interface Measured {
  measured: Answered[];
  deletions: Deletions;
  gigabytes: number;
}

async function measure(
  location: DataLocation & { stage: Stage },
  { rows, times, rate, print }: { rows: number; times: number; rate: number; print: Print },
): Promise<Measured> {
  const now = Math.floor(Date.now() / 1000);
  const userId = await makeReader(location);
  const database = await openDatabase(location);
  await fillLog(database, { rows, userId, now }, print);
  const bytes = await database.count('SELECT pg_database_size(current_database())');
  await database.close();
  const mock = await startPlainMock(location.stage);
  const gateway = await startAt(location);
  try {
    await assertStatisticsMatchLog(location, gateway.url, now);
    const answered = await measureQuestions(gateway.url, { times, now, print });
    const root = await openConsole(gateway.url);
    const deletions = await deleteBesideCalls({
      kind: database.kind,
      gatewayUrl: gateway.url,
      upstreamUrl: mock.url,
      root,
      rate,
      rows,
      now,
      print,
    });
    return { measured: answered, deletions, gigabytes: bytes / 1e9 };
  } finally {
    await gateway.stop();
    await mock.stop();
  }
}

function render(
  rows: number,
  rate: number,
  { measured: answered, deletions, gigabytes }: Measured,
): string {
  const worst = Math.max(...answered.map(({ p95Ms }) => p95Ms));
  const verdict = worst <= AIM_MS ? 'aim reached' : worst <= HOLD_MS ? 'holds' : 'BELOW';
  return [
    `${rows.toLocaleString('en')} calls of 2,001 users in 30 days in a PostgreSQL of its own with the settings it comes with (128 MB of shared buffers), ${gigabytes.toFixed(0)} GB with indexes; whole answers of the console API over HTTP, one after another. Without a window the log's last 3 days are read. Then deletions beside ${rate} calls a second, without the rests that retention makes.`,
    renderTable(
      ['What', 'Measured', 'Hold', 'Aim', 'Verdict'],
      [['slowest p95', `${worst.toFixed(1)} ms`, `${HOLD_MS} ms`, `${AIM_MS} ms`, verdict]],
    ),
    renderTable(
      ['Question', 'p50 ms', 'p95 ms'],
      answered.map(({ question, p50Ms, p95Ms }) => [
        `${question.asker}: ${question.what}`,
        p50Ms.toFixed(1),
        p95Ms.toFixed(1),
      ]),
    ),
    renderTable(DELETION_TABLE_HEAD, deletionRows(deletions)),
  ].join('\n\n');
}
