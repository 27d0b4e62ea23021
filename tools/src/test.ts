import { buildConsole } from './build-console.ts';
import { checkBudgets } from './budgets.ts';
import { requireNode } from './require-node.ts';
import { ensureProgram, type Service, startPostgres, startRedis } from './services.ts';
import { addCounts, checkSources, type Counts, finalLine, noCounts, runBrowserTests, runVitest } from './steps.ts';

requireNode();
const ci = process.env.CI === 'true';
const failure: Counts = { passed: 0, failed: 1, skipped: 0 };
const skip: Counts = { passed: 0, failed: 0, skipped: 1 };
/** A missing program is a failure on CI and one skipped entry elsewhere. */
const missing = ci ? failure : skip;

async function runSuites(): Promise<Counts> {
  let counts = await checkSources();
  const postgres = await startPostgres();
  const redis: Service | undefined = await startRedis();
  if (!redis) counts = addCounts(counts, missing);
  try {
    counts = addCounts(
      counts,
      await runVitest([], { TEST_DATABASE_URL: postgres.url, ...(redis ? { TEST_REDIS_URL: redis.url } : {}) }),
    );
  } finally {
    await Promise.all([postgres.stop(), redis?.stop()]);
  }
  await buildConsole();
  counts = addCounts(counts, checkBudgets());
  const chromium = await ensureProgram('/usr/bin/chromium', 'chromium');
  return addCounts(counts, chromium ? await runBrowserTests() : missing);
}

const counts = await runSuites().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return addCounts(noCounts(), failure);
});
process.stdout.write(`${finalLine(counts)}\n`);
process.exit(counts.failed === 0 ? 0 : 1);
