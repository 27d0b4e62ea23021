import { availableParallelism } from 'node:os';
import { exitOnSignals } from './process/kill-at-exit.ts';
import { printHeading, printLine } from './process/progress.ts';
import { requireNode } from './process/require-node.ts';
import { runPool } from './process/run-pool.ts';
import { addTallies, isGreen, renderTally } from './process/tally.ts';
import { runSuites } from './steps/run-suite.ts';
import { deadCodeStep, listStaticSteps } from './steps/static-steps.ts';
import { vitestSuites } from './steps/vitest-suites.ts';

/** `npm run check`: the checks to run before every commit, without any server. */
requireNode();
exitOnSignals();
printHeading('Format, lint, types, dead code');
const checks = await runPool([deadCodeStep, ...listStaticSteps()], availableParallelism());
printHeading('Tests, with SQLite alone');
// Empty rather than unset: a database in the caller's environment is not ours to test on.
const logic = await runSuites(
  vitestSuites({
    TEST_DATABASE_URL: '',
    TEST_REDIS_URL: '',
    TEST_MYSQL_URL: '',
    TEST_CLICKHOUSE_URL: '',
  }),
);
const total = addTallies([...checks, logic]);
printLine(`\n${renderTally(total)}`);
process.exit(isGreen(total) ? 0 : 1);
