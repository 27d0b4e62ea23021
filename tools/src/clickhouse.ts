import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { exitOnSignals } from './process/kill-at-exit.ts';
import { printHeading, printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';
import { runCommand } from './process/run-command.ts';
import { isGreen, renderTally } from './process/tally.ts';
import { repositoryRoot } from './repository.ts';
import { findFreePort } from './servers/find-free-port.ts';
import { startPostgres } from './servers/start-postgres.ts';
import { createServerFolder, startServer } from './servers/start-server.ts';
import { runSuites } from './steps/run-suite.ts';
import { vitestSuite } from './steps/vitest-suites.ts';

/** 180 MB: too large for every test run, which uses Debian's older server. */
const ENGINE = 'chdb-core==26.9.0';
const FOLDER = join(repositoryRoot, '.cache/clickhouse');
const DOOR = join(repositoryRoot, 'tools/src/servers/clickhouse-door.py');
const TESTS = ['log-store-contract', 'ship-logs'];

/**
 * `npm run clickhouse`: tests the log store on ClickHouse's current engine, which runs as a library behind a
 * small HTTP server. Requires python3 with venv; installs the engine once.
 */
requireNode();
exitOnSignals();
const python = join(FOLDER, 'bin/python');
if (!existsSync(join(FOLDER, 'bin/pip'))) await run('python3', ['-m', 'venv', FOLDER]);
await run(python, ['-m', 'pip', 'install', '--quiet', ENGINE]);
printHeading(`The log store on ${ENGINE}`);
const port = await findFreePort();
const folder = createServerFolder('clickhouse');
const [postgres, clickhouse] = await Promise.all([
  startPostgres(),
  startServer({
    binary: python,
    args: ['-u', DOOR, join(folder, 'data'), String(port)],
    folder,
    url: `http://127.0.0.1:${port}`,
    readyText: 'ready',
    stopSignal: 'SIGTERM',
  }),
]);
const env = { TEST_DATABASE_URL: postgres.url, TEST_CLICKHOUSE_URL: clickhouse.url };
const tally = await runSuites([vitestSuite(env, ['--root=apps/gateway', ...TESTS])]);
await Promise.all([postgres.stop(), clickhouse.stop()]);
printLine(renderTally(tally));
process.exit(isGreen(tally) ? 0 : 1);

async function run(command: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runCommand(command, args, { output: 'capture' });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed\n${output}`);
}
