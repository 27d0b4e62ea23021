import { startPostgres } from '@tollgate/tools';
import { copyFileSync, mkdtempSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runOpenLoop } from '../latency/open-loop.ts';
import { fillLog } from '../log-pages/fill-log.ts';
import { openDatabase, type DataLocation, startAt } from '../log-pages/place.ts';
import { startPlainMock } from '../mock-plain.ts';
import { percentile } from '../percentile.ts';
import { waitUntilShipped } from '../read-journal.ts';
import { setUpGateway } from '../setup-gateway.ts';
import type { Stage } from '../stage.ts';
import { renderTable } from '../table.ts';
import type { Print, Trial } from '../trial.ts';
import { BENCH_MODEL, WORKLOADS } from '../workloads.ts';
import { runCommand } from './run-command.ts';

/** A user who makes no calls: the rows only have to exist. */
const OWNER = 1_000_000;
const CALM_SECONDS = 10;
const STEP_SECONDS = 2;
const COUNT = 'SELECT count(*) FROM logs WHERE type = 2';

interface Measured {
  kind: 'SQLite' | 'PostgreSQL';
  backupSeconds: number;
  megabytes: number;
  restoreSeconds: number;
  calm: number[];
  besideMs: number[];
  errors: number;
  /** Calls that had ended before the backup began but are missing after the restore. */
  missing: number;
}

/** Measures how a backup affects concurrent calls, and whether the restored data is complete. */
export const backupTrial: Trial = {
  name: 'backup',
  title: 'Backup under load',
  options: { rows: 1_000_000, rate: 500 },
  async run(stage, { rows = 0, rate = 0 }, print) {
    const task = { stage, rows, rate, print };
    const onSqlite = await measure(task, undefined, undefined);
    const [from, to] = [await startPostgres(), await startPostgres()];
    try {
      return render({ rows, rate }, [onSqlite, await measure(task, from.url, to.url)]);
    } finally {
      await from.stop();
      await to.stop();
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
  fromUrl: string | undefined,
  toUrl: string | undefined,
): Promise<Measured> {
  const location: DataLocation = {
    stage,
    folder: mkdtempSync(join(stage.directory, 'from-')),
    databaseUrl: fromUrl,
  };
  await (await startAt(location)).stop();
  const filling = await openDatabase(location);
  const now = Math.floor(Date.now() / 1000);
  await fillLog(filling, { rows, userId: OWNER, now }, print).finally(() => filling.close());
  const before = await count(location);
  const mock = await startPlainMock(stage);
  const gateway = await startAt(location);
  const file = join(stage.directory, `${filling.kind}.backup`);
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
    const warm = await call(CALM_SECONDS);
    const calm = await call(CALM_SECONDS);
    const ended = before + 2 * CALM_SECONDS * rate - warm.errors - calm.errors;
    // On PostgreSQL a call reaches the database shortly after it has ended.
    if (fromUrl !== undefined) await waitUntilShipped(gateway.url);
    let isOver = false;
    const backup = runCommand(location, 'backup', file).finally(() => (isOver = true));
    const besideMs: number[] = [];
    let errors = warm.errors + calm.errors;
    while (!isOver) {
      const step = await call(STEP_SECONDS);
      besideMs.push(...step.latenciesMs);
      errors += step.errors;
    }
    const { seconds } = await backup;
    print(`  ${filling.kind}: backup in ${seconds.toFixed(1)} s beside ${besideMs.length} calls`);
    const restored = await restore(location, file, toUrl);
    print(`  ${filling.kind}: restored in ${restored.seconds.toFixed(1)} s, verified`);
    return {
      kind: filling.kind,
      backupSeconds: seconds,
      megabytes: statSync(file).size / 1e6,
      restoreSeconds: restored.seconds,
      calm: calm.latenciesMs,
      besideMs,
      errors,
      missing: Math.max(0, ended - restored.rows),
    };
  } finally {
    await gateway.stop();
    await mock.stop();
  }
}

/**
 * Restores into an empty folder (and database) and verifies the result; throws if ledger and balances differ.
 */
async function restore(
  { stage, folder }: DataLocation,
  file: string,
  databaseUrl: string | undefined,
) {
  const location: DataLocation = {
    stage,
    folder: mkdtempSync(join(stage.directory, 'to-')),
    databaseUrl,
  };
  const { seconds } = await runCommand(location, 'restore', file);
  copyFileSync(join(folder, 'master.key'), join(location.folder, 'master.key'));
  await runCommand(location, 'verify');
  return { seconds, rows: await count(location) };
}

async function count(location: DataLocation): Promise<number> {
  const database = await openDatabase(location);
  return database.count(COUNT).finally(() => database.close());
}

function render({ rows, rate }: { rows: number; rate: number }, all: readonly Measured[]): string {
  const ms = (values: readonly number[]) =>
    [0.5, 0.99, 1].map((part) => percentile(values, part).toFixed(1)).join(' / ');
  const bad = all.reduce((sum, { errors, missing }) => sum + errors + missing, 0);
  return [
    `A log of ${rows.toLocaleString('en')} calls, then ${rate} calls a second without a pause; \`tollgate backup\` beside them, \`tollgate restore\` into an empty folder and database, \`tollgate verify\` there (file, schema, every balance against the ledger, seals). Missing: calls whose charge was in the database before the backup began and that are not in what was restored.`,
    renderTable(
      ['What', 'Measured', 'Hold', 'Aim', 'Verdict'],
      [
        [
          'calls that failed or are missing',
          String(bad),
          '0',
          '0',
          bad === 0 ? 'aim reached' : 'BELOW',
        ],
      ],
    ),
    renderTable(
      [
        'Database',
        'backup s',
        'MB',
        'restore s',
        'calls alone p50 / p99 / max ms',
        'beside the backup',
        'failed',
        'missing',
      ],
      all.map((one) => [
        one.kind,
        one.backupSeconds.toFixed(1),
        one.megabytes.toFixed(0),
        one.restoreSeconds.toFixed(1),
        ms(one.calm),
        ms(one.besideMs),
        String(one.errors),
        String(one.missing),
      ]),
    ),
  ].join('\n\n');
}
