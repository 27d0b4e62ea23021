import { readVitestReport } from './read-vitest-report.ts';
import type { Suite } from './run-suite.ts';

/** Into as many parts the gateway’s tests are cut: they are most of all, and wait for half of their time. */
const GATEWAY_PARTS = 3;

/**
 * All vitest projects as suites to run beside each other, each in one worker. A worker that is given all its
 * files at once imports and compiles what they share once: with three workers, a file at a time, the console's
 * tests took twice the processor time, the gateway's a fifth more.
 */
export function vitestSuites(env: Record<string, string>): Suite[] {
  const parts = Array.from(
    { length: GATEWAY_PARTS },
    (_, index) => `${index + 1}/${GATEWAY_PARTS}`,
  );
  const others = ['tools', 'packages', 'console'].map((name) => `--project=${name}`);
  return [
    {
      ...vitestSuite(env, [...others, '--maxWorkers=1']),
      name: 'vitest: tools, packages, console',
    },
    ...parts.map((part) => ({
      ...vitestSuite(env, ['--project=gateway', `--shard=${part}`, '--maxWorkers=1']),
      name: `vitest: gateway ${part}`,
      isQuiet: true,
    })),
  ];
}

/** What vitest runs for these arguments. */
export function vitestSuite(env: Record<string, string>, args: readonly string[]): Suite {
  return {
    name: 'vitest',
    command: 'vitest',
    args: (report) => [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...args,
    ],
    env: () => env,
    read: readVitestReport,
  };
}
