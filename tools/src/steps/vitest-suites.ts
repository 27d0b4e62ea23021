import { readVitestReport } from './read-vitest-report.ts';
import type { Suite } from './run-suite.ts';

/**
 * Number of parts the gateway’s tests are split into: they are the bulk of all tests, and idle half of their
 * time. With four, all suites together took longer: 26 processes at a time want two cores.
 */
const GATEWAY_PARTS = 3;

/**
 * Returns all vitest projects as suites to run concurrently. A suite's only worker gets all files at once,
 * and imports and compiles what they share only once: with three workers, given one file at a time, packages
 * and the gateway took a fifth more CPU, and the console twice as much. `SizeSequencer` deals them to the parts.
 * `gatewayEnv` is for the gateway's.
 */
export function vitestSuites(
  env: Record<string, string>,
  gatewayEnv: Record<string, string> = env,
): Suite[] {
  const parts = Array.from(
    { length: GATEWAY_PARTS },
    (_, index) => `${index + 1}/${GATEWAY_PARTS}`,
  );
  const suite = (name: string, ...args: string[]) => ({ ...vitestSuite(env, args), name });
  const gatewaySuite = (part: string) => ({
    ...vitestSuite(gatewayEnv, ['--project=gateway', `--shard=${part}`, '--maxWorkers=1']),
    name: `vitest: gateway ${part}`,
    output: 'capture' as const,
  });
  return [
    // One after the other: together they end before the gateway's.
    suite(
      'vitest: tools, packages, console',
      '--project=tools',
      '--project=packages',
      '--project=console',
      '--maxWorkers=1',
    ),
    ...parts.map(gatewaySuite),
  ];
}

/** Returns the vitest run for these arguments. */
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
