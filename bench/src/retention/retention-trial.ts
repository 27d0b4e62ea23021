import { startPostgres } from '@tollgate/tools';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { fillLog } from '../log-pages/fill-log.ts';
import { openDatabase, type DataLocation, startAt } from '../log-pages/place.ts';
import { QUESTIONS } from '../log-pages/questions.ts';
import { startPlainMock } from '../mock-plain.ts';
import { type ConsoleSession, openConsole } from '../open-console.ts';
import { percentile } from '../percentile.ts';
import type { Stage } from '../stage.ts';
import { renderTable } from '../table.ts';
import type { Print, Trial } from '../trial.ts';
import {
  DELETION_TABLE_HEAD,
  deleteBesideCalls,
  deletionRows,
  type Deletions,
} from './delete-beside.ts';

/** A user who makes no calls: the rows only have to exist. */
const OWNER = 1_000_000;
const TURNS = 10;
const HOLD_MS = 50;
const AIM_MS = 20;

interface Measured extends Deletions {
  /** The slowest log query before the deletion: 95 percent of its responses are faster. */
  slowest: { what: string; p95Ms: number };
}

/** Measures the deletion of old log rows, and its effect on concurrent calls. */
export const retentionTrial: Trial = {
  name: 'retention',
  title: 'Deleting old log rows beside calls',
  options: { rows: 2_000_000, rate: 200 },
  async run(stage, { rows = 0, rate = 0 }, print) {
    const onSqlite = await measure({ stage, rows, rate, print }, undefined);
    const postgres = await startPostgres();
    try {
      const onPostgres = await measure({ stage, rows, rate, print }, postgres.url);
      return render({ rows, rate }, [onSqlite, onPostgres]);
    } finally {
      await postgres.stop();
    }
  },
};

interface Task {
  stage: Stage;
  rows: number;
  rate: number;
  print: Print;
}

async function measure(
  { stage, rows, rate, print }: Task,
  databaseUrl: string | undefined,
): Promise<Measured> {
  const location: DataLocation = {
    stage,
    folder: mkdtempSync(join(stage.directory, 'log-')),
    databaseUrl,
  };
  await (await startAt(location)).stop();
  const database = await openDatabase(location);
  const now = Math.floor(Date.now() / 1000);
  await fillLog(database, { rows, userId: OWNER, now }, print).finally(() => database.close());
  const mock = await startPlainMock(stage);
  const gateway = await startAt(location);
  try {
    const root = await openConsole(gateway.url);
    const slowest = await requestPages(root, now);
    print(`  ${database.kind}: slowest page ${slowest.p95Ms.toFixed(1)} ms (${slowest.what})`);
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
    return { ...deletions, slowest };
  } finally {
    await gateway.stop();
    await mock.stop();
  }
}

async function requestPages(root: ConsoleSession, now: number): Promise<Measured['slowest']> {
  let slowest = { what: '', p95Ms: 0 };
  for (const { what, path } of QUESTIONS.filter(({ asker }) => asker === 'administrator')) {
    const took: number[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const startedMs = performance.now();
      await root.call('GET', path(turn, now));
      took.push(performance.now() - startedMs);
    }
    const p95Ms = percentile(took, 0.95);
    if (p95Ms > slowest.p95Ms) slowest = { what, p95Ms };
  }
  return slowest;
}

function render({ rows, rate }: { rows: number; rate: number }, all: readonly Measured[]): string {
  const worst = Math.max(...all.map(({ slowest }) => slowest.p95Ms));
  const verdict = worst <= AIM_MS ? 'aim reached' : worst <= HOLD_MS ? 'holds' : 'BELOW';
  return [
    `A log of ${rows.toLocaleString('en')} calls in 30 days, ${rate} calls a second without a pause, \`DELETE /api/log/\` beside them, which does not rest between its steps as retention does. Before that the pages and statistics of an administrator, ${TURNS} times each.`,
    renderTable(
      ['What', 'Measured', 'Hold', 'Aim', 'Verdict'],
      [
        [
          'slowest p95 of pages',
          `${worst.toFixed(1)} ms`,
          `${HOLD_MS} ms`,
          `${AIM_MS} ms`,
          verdict,
        ],
      ],
    ),
    renderTable(DELETION_TABLE_HEAD, all.flatMap(deletionRows)),
  ].join('\n\n');
}
