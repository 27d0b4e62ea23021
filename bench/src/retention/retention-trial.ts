import { startPostgres } from '@tollgate/tools';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { runOpenLoop } from '../latency/open-loop.ts';
import { fillLog, SPAN_SECONDS } from '../log-pages/fill-log.ts';
import { openDatabase, type Place, startAt } from '../log-pages/place.ts';
import { QUESTIONS } from '../log-pages/questions.ts';
import { startPlainMock } from '../mock-plain.ts';
import { type ConsoleSession, openConsole } from '../open-console.ts';
import { percentile } from '../percentile.ts';
import { setUpGateway } from '../setup-gateway.ts';
import type { Stage } from '../stage.ts';
import { renderTable } from '../table.ts';
import type { Say, Trial } from '../trial.ts';
import { BENCH_MODEL, WORKLOADS } from '../workloads.ts';

/** Nobody calls with this user: the rows only have to be there. */
const OWNER = 1_000_000;
const CALM_SECONDS = 10;
const STEP_SECONDS = 1;
const TURNS = 10;
const HOLD_MS = 50;
const AIM_MS = 20;

interface Deletion {
  what: string;
  seconds: number;
  rows: number;
  beside: number[];
  errors: number;
}

interface Measured {
  kind: 'SQLite' | 'PostgreSQL';
  /** The slowest answer about the log before anything went: 95 of 100 are quicker. */
  slowest: { what: string; p95Ms: number };
  calm: number[];
  deletions: Deletion[];
}

/** What it takes to be rid of old log rows, and what calls feel of it. */
export const retentionTrial: Trial = {
  name: 'retention',
  title: 'Deleting old log rows beside calls',
  options: { rows: 2_000_000, rate: 200 },
  async run(stage, { rows = 0, rate = 0 }, say) {
    const onSqlite = await measure({ stage, rows, rate, say }, undefined);
    const postgres = await startPostgres();
    try {
      const onPostgres = await measure({ stage, rows, rate, say }, postgres.url);
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
  say: Say;
}

async function measure(
  { stage, rows, rate, say }: Task,
  databaseUrl: string | undefined,
): Promise<Measured> {
  const place: Place = { stage, folder: mkdtempSync(join(stage.directory, 'log-')), databaseUrl };
  await (await startAt(place)).stop();
  const database = await openDatabase(place);
  const now = Math.floor(Date.now() / 1000);
  await fillLog(database, { rows, userId: OWNER, now }, say).finally(() => database.close());
  const mock = await startPlainMock(stage);
  const gateway = await startAt(place);
  try {
    const key = await setUpGateway({ url: gateway.url, upstreams: [mock.url], model: BENCH_MODEL });
    const call = (seconds: number) =>
      runOpenLoop({
        url: `${gateway.url}/v1/chat/completions`,
        headers: { authorization: `Bearer ${key}` },
        body: WORKLOADS.find(({ name }) => name === 'non-stream')?.body ?? '',
        rate,
        seconds,
      });
    const root = await openConsole(gateway.url);
    const slowest = await askForPages(root, now);
    say(`  ${database.kind}: slowest page ${slowest.p95Ms.toFixed(1)} ms (${slowest.what})`);
    await call(CALM_SECONDS);
    const { latenciesMs: calm } = await call(CALM_SECONDS);
    const deletions: Deletion[] = [];
    for (const { what, before } of cuts(now, databaseUrl !== undefined)) {
      deletions.push({ what, ...(await deleteBeside(root, before, call)) });
      const { seconds, rows: gone } = deletions.at(-1) ?? { seconds: 0, rows: 0 };
      say(`  ${database.kind}: ${what}: ${gone} rows in ${seconds.toFixed(1)} s`);
    }
    return { kind: database.kind, slowest, calm, deletions };
  } finally {
    await gateway.stop();
    await mock.stop();
  }
}

/** What is deleted, one after the other: what lies before this month, then a twentieth of all. */
function cuts(now: number, inMonths: boolean): { what: string; before: number }[] {
  const at = new Date(now * 1000);
  const month = Date.UTC(at.getUTCFullYear(), at.getUTCMonth()) / 1000;
  const oldest = now - SPAN_SECONDS;
  const part = { what: 'rows in small steps', before: oldest + SPAN_SECONDS / 20 };
  if (!inMonths || month <= oldest) return [part];
  return [
    { what: 'a partition', before: month },
    { what: part.what, before: month + SPAN_SECONDS / 20 },
  ].map(({ what, before }) => ({ what, before: Math.floor(before) }));
}

async function askForPages(root: ConsoleSession, now: number): Promise<Measured['slowest']> {
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

async function deleteBeside(
  root: ConsoleSession,
  before: number,
  call: (seconds: number) => ReturnType<typeof runOpenLoop>,
): Promise<Omit<Deletion, 'what'>> {
  const startedMs = performance.now();
  let seconds = 0;
  const deleting = root
    .call<number>('DELETE', `/api/log/?target_timestamp=${before}`)
    .finally(() => (seconds = (performance.now() - startedMs) / 1000));
  // Told below, when the calls of this second have ended.
  deleting.catch(() => undefined);
  const beside: number[] = [];
  let errors = 0;
  do {
    const step = await call(STEP_SECONDS);
    beside.push(...step.latenciesMs);
    errors += step.errors;
  } while (seconds === 0);
  return { rows: await deleting, seconds, beside, errors };
}

function render({ rows, rate }: { rows: number; rate: number }, all: readonly Measured[]): string {
  const ms = (values: readonly number[]) =>
    [0.5, 0.99, 1].map((part) => percentile(values, part).toFixed(1)).join(' / ');
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
    renderTable(
      ['Database', 'Deleted', 'rows', 's', 'calls alone p50 / p99 / max ms', 'beside it', 'failed'],
      all.flatMap(({ kind, calm, deletions }) =>
        deletions.map((one) => [
          kind,
          one.what,
          one.rows.toLocaleString('en'),
          one.seconds.toFixed(1),
          ms(calm),
          ms(one.beside),
          String(one.errors),
        ]),
      ),
    ),
  ].join('\n\n');
}
