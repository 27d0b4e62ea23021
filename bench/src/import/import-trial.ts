import SqliteDatabase from 'better-sqlite3';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../bench-error.ts';
import type { DataLocation } from '../log-pages/place.ts';
import type { Stage } from '../stage.ts';
import { renderTable } from '../table.ts';
import type { Print, Trial } from '../trial.ts';
import { type ImportRun, runImportCommand } from './run-import-command.ts';

const GENERATOR = join(
  import.meta.dirname,
  '../../../apps/gateway/test-support/foreign-databases/make-shop.ts',
);
const FAMILIES = ['one-api', 'new-api', 'one-hub'] as const;
type Family = (typeof FAMILIES)[number];
interface Size {
  users: number;
  channels: number;
  logs: number;
}

/** Sums over an import's result: equal sums mean equal results, however it ran. */
const SUMS = {
  users: 'SELECT count(*) FROM users',
  balances: 'SELECT sum(quota) FROM users',
  used: 'SELECT sum(used_quota) FROM users',
  ledger: 'SELECT sum(balance_after) FROM ledger',
  keys: 'SELECT count(*) FROM tokens',
  channels: 'SELECT count(*) FROM channels',
  logs: 'SELECT count(*) FROM logs',
  logQuota: 'SELECT sum(quota) FROM logs',
  lastLog: "SELECT max(json_extract(other, '$.imported.id')) FROM logs",
  hours: 'SELECT sum(quota) + sum(request_count) FROM usage_hourly',
  imported: 'SELECT sum(imported_logged) FROM users',
} as const;
type Sums = Record<keyof typeof SUMS, number>;

interface Measured {
  family: Family;
  sourceMegabytes: number;
  dry: ImportRun;
  whole: ImportRun;
  resumed: ImportRun;
  again: ImportRun;
  sums: Sums;
  isSame: boolean;
  differences: number;
}

/**
 * Imports databases of each family at their largest realistic size: dry run, full run, killed halfway,
 * resumed, repeated.
 */
export const importTrial: Trial = {
  name: 'import',
  title: 'Import of other gateways',
  options: { users: 10_000, channels: 100, logs: 1_000_000, families: FAMILIES.length },
  async run(stage, { users = 0, channels = 0, logs = 0, families = 0 }, print) {
    const size = { users, channels, logs };
    const measured: Measured[] = [];
    for (const family of FAMILIES.slice(-families))
      measured.push(await measure({ stage, family, size, print }));
    return render(size, measured);
  },
};

async function measure({
  stage,
  family,
  size,
  print,
}: {
  stage: Stage;
  family: Family;
  size: Size;
  print: Print;
}): Promise<Measured> {
  const source = join(stage.directory, `${family}.db`);
  makeShop(source, family, size);
  print(`  ${family}: source written`);
  const newLocation = (): DataLocation => ({
    stage,
    folder: mkdtempSync(join(stage.directory, 'to-')),
    databaseUrl: undefined,
  });
  const [location, killed] = [newLocation(), newLocation()];
  const dry = await runImportCommand(location, [source, '--logs', '--dry-run']);
  const whole = await runImportCommand(location, [source, '--logs']);
  print(`  ${family}: ${whole.seconds.toFixed(1)} s, ${whole.megabytes} MB`);
  const again = await runImportCommand(location, [source, '--logs']);
  await runImportCommand(killed, [source, '--logs'], { killAt: size.logs / 2 });
  const resumed = await runImportCommand(killed, [source, '--logs']);
  const [sums, others] = [readSums(location), readSums(killed)];
  const report = JSON.parse(resumed.output) as {
    counts: { logs: { present: number; imported: number } };
    money: { differences: number };
  };
  if (report.counts.logs.imported === size.logs) throw new BenchError('it was not killed half-way');
  const measured: Measured = {
    family,
    sourceMegabytes: statSync(source).size / 1e6,
    dry,
    whole,
    resumed,
    again,
    sums,
    isSame: JSON.stringify(sums) === JSON.stringify(others),
    differences: report.money.differences,
  };
  for (const { folder } of [location, killed]) rmSync(folder, { recursive: true });
  rmSync(source);
  print(`  ${family}: resumed in ${resumed.seconds.toFixed(1)} s, the same: ${measured.isSame}`);
  return measured;
}

/** Creates a source database with the generator of the gateway's tests, in a separate process. */
function makeShop(file: string, family: Family, { users, channels, logs }: Size): void {
  const sizes = ['--users', `${users}`, '--channels', `${channels}`, '--logs', `${logs}`];
  const { status, stderr } = spawnSync(process.execPath, [GENERATOR, family, file, ...sizes]);
  if (status !== 0) throw new BenchError(`no shop was made: ${stderr.toString()}`);
}

function readSums({ folder }: DataLocation): Sums {
  const database = new SqliteDatabase(join(folder, 'tollgate.db'), { readonly: true });
  try {
    return Object.fromEntries(
      Object.entries(SUMS).map(([name, sql]) => [name, database.prepare(sql).pluck().get()]),
    ) as Sums;
  } finally {
    database.close();
  }
}

function render({ users, channels, logs }: Size, all: readonly Measured[]): string {
  const wrong = all.filter(({ isSame, differences }) => !isSame || differences > 0).length;
  return [
    `Generated shops with ${users.toLocaleString('en')} users, ${channels} channels of every type and ${logs.toLocaleString('en')} log rows, with all that goes wrong in one (negative balances, deleted users, duplicate names, expired and orphaned keys, keys of several credentials, broken JSON), as SQLite files into SQLite by \`tollgate import\`. Resumed: a second import got SIGKILL half-way through the log and was run again; sums of balances, ledger, log and statistics are compared with the first.`,
    renderTable(
      ['What', 'Measured', 'Hold', 'Aim', 'Verdict'],
      [
        [
          'imports whose sums differ after SIGKILL, or whose ledger does',
          String(wrong),
          '0',
          '0',
          wrong === 0 ? 'aim reached' : 'BELOW',
        ],
      ],
    ),
    renderTable(
      [
        'Source',
        'MB',
        'dry run s',
        'import s',
        'log rows/s',
        'memory MB at most',
        'resumed s',
        'again s',
      ],
      all.map(({ family, sourceMegabytes, dry, whole, resumed, again }) => [
        family,
        sourceMegabytes.toFixed(0),
        dry.seconds.toFixed(1),
        whole.seconds.toFixed(1),
        (logs / whole.seconds).toFixed(0),
        String(Math.max(whole.megabytes, resumed.megabytes)),
        resumed.seconds.toFixed(1),
        again.seconds.toFixed(1),
      ]),
    ),
  ].join('\n\n');
}
