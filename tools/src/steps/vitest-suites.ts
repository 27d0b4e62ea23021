import { readVitestReport } from './read-vitest-report.ts';
import type { Suite } from './run-suite.ts';

/** Into as many parts the gateway’s tests are cut: they are most of all, and wait for half of their time. */
const GATEWAY_PARTS = 3;

/**
 * All vitest projects as suites to run beside each other. A worker that is alone in its suite is given all its files
 * at once, and imports and compiles what they share once: with three workers, a file at a time, packages and the
 * gateway took a fifth more of the processor, and the console twice as much.
 */
export function vitestSuites(env: Record<string, string>): Suite[] {
  const parts = Array.from(
    { length: GATEWAY_PARTS },
    (_, index) => `${index + 1}/${GATEWAY_PARTS}`,
  );
  const suite = (name: string, ...args: string[]) => ({ ...vitestSuite(env, args), name });
  return [
    suite('vitest: tools, packages', '--project=tools', '--project=packages', '--maxWorkers=1'),
    { ...suite('vitest: console', '--project=console'), isQuiet: true },
    ...parts.map((part) => ({
      ...suite(`vitest: gateway ${part}`, '--project=gateway', `--shard=${part}`, '--maxWorkers=1'),
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
