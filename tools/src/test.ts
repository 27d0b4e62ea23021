import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { checkBudgets } from './budgets.ts';
import { ensureConsole } from './console-build.ts';
import { exitOnSignals } from './process/kill-at-exit.ts';
import { printHeading, printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';
import { runPool } from './process/run-pool.ts';
import { scheduleAsBatch } from './process/schedule-as-batch.ts';
import {
  addTallies,
  failedOnce,
  isGreen,
  renderTally,
  skippedOnce,
  type Tally,
} from './process/tally.ts';
import { BUNDLE_VARIABLE } from './bundle/gateway-program.ts';
import { ensureGateway, GATEWAY_BUILD } from './gateway-build.ts';
import { repositoryRoot } from './repository.ts';
import {
  CHROMIUM,
  CLICKHOUSE,
  MARIADB,
  MARIADB_DUMP,
  obtainProgram,
  REDIS,
} from './servers/find-program.ts';
import { findMemoryFolder } from './servers/find-memory-folder.ts';
import { startClickhouse } from './servers/start-clickhouse.ts';
import { startMariadb } from './servers/start-mariadb.ts';
import { startPostgres } from './servers/start-postgres.ts';
import { startRedis } from './servers/start-redis.ts';
import { createServerFolder, type TestServer } from './servers/start-server.ts';
import { browserSuite, runSuites } from './steps/run-suite.ts';
import { listStaticSteps } from './steps/static-steps.ts';
import { functionStep } from './steps/step.ts';
import { vitestSuites } from './steps/vitest-suites.ts';

/** `npm test`: every suite. The last line counts all; the exit code is 0 only if everything passed. */
requireNode();
exitOnSignals();
scheduleAsBatch();
const total = await runEverything().catch((error: unknown) => {
  printLine(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return failedOnce;
});
printLine(`\n${renderTally(total)}`);
process.exit(isGreen(total) ? 0 : 1);

async function runEverything(): Promise<Tally> {
  printHeading('Console and gateway; beside them format, lint, types, and what the tests need');
  // They go on beside the tests: what they find is shown after those, where somebody finds it.
  const found: string[] = [];
  const steps = listStaticSteps({ hasOneCore: true });
  const checking = runPool(
    steps.map((step) => () => step((output) => found.push(output))),
    1,
  );
  // Installing waits for the network and servers for their disks, while the builds compute.
  const [built, { servers, chromium, missing }] = await Promise.all([
    functionStep('console and gateway: build, budgets', build)(),
    startServers(),
  ]);

  printHeading('Tests on SQLite, PostgreSQL, MariaDB, ClickHouse and Redis, and in a browser');
  const env = testEnvironment(servers);
  // The gateway’s hundreds of SQLite files are kept in memory, as is PostgreSQL: commits wait for no disk.
  const suites = vitestSuites(env, { ...env, TMPDIR: createOpenFolder(findMemoryFolder()) });
  if (chromium) suites.push(browserSuite({ ...env, CHROMIUM_PATH: chromium }));
  // Concurrently: each leaves its core idle for a third of the time.
  const tests = await runSuites(suites);
  await Promise.all(servers.map(async (server) => server?.stop()));
  const checks = await checking;
  for (const output of found) {
    printHeading('Format, lint, types');
    printLine(output);
  }
  return addTallies([...missing, built, ...checks, tests]);
}

interface Needs {
  servers: readonly (TestServer | undefined)[];
  chromium: string | undefined;
  missing: Tally[];
}

/** Starts what the suites need; programs missing on the machine are installed one after the other. */
async function startServers(): Promise<Needs> {
  const redis = await obtainProgram(REDIS);
  const mariadb = await obtainProgram(MARIADB);
  const mariadbDump = await obtainProgram(MARIADB_DUMP);
  const clickhouse = await obtainProgram(CLICKHOUSE);
  const chromium = await obtainProgram(CHROMIUM);
  const servers = await Promise.all([
    startPostgres({ inMemory: true }),
    redis === undefined ? undefined : startRedis(redis),
    mariadb === undefined ? undefined : startMariadb(mariadb),
    clickhouse === undefined ? undefined : startClickhouse(clickhouse),
  ]);
  const missing = [redis, mariadb, mariadbDump, clickhouse, chromium]
    .filter((one) => one === undefined)
    .map(judgeMissing);
  return { servers, chromium, missing };
}

/** Creates a folder for temporary files, which servers that run as another user may enter. */
function createOpenFolder(parent: string): string {
  const folder = createServerFolder('tests', parent);
  chmodSync(folder, 0o711);
  return folder;
}

async function build(): Promise<void> {
  await ensureConsole();
  await checkBudgets();
  await ensureGateway();
}

function testEnvironment([postgres, redis, mysql, clickhouse]: readonly (
  | TestServer
  | undefined
)[]): Record<string, string> {
  return {
    // Compiled code is cached: hundreds of processes load the same files.
    NODE_COMPILE_CACHE: join(repositoryRoot, 'node_modules/.cache/node'),
    [BUNDLE_VARIABLE]: GATEWAY_BUILD,
    ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}),
    ...(redis ? { TEST_REDIS_URL: redis.url } : {}),
    ...(clickhouse ? { TEST_CLICKHOUSE_URL: clickhouse.url } : {}),
    ...(mysql ? { TEST_MYSQL_URL: mysql.url } : {}),
  };
}

/** On CI nothing may be missing: a skip would look like success. */
function judgeMissing(): Tally {
  return process.env.CI === 'true' ? failedOnce : skippedOnce;
}
