import { readVitestReport } from './read-vitest-report.ts';
import type { Suite } from './run-suite.ts';

/**
 * Number of parts the gateway’s tests are split into: they idle half of their time. With three, the part with
 * the longest waits ran alone at the end, on one of two cores.
 */
const GATEWAY_PARTS = 4;

/**
 * Returns all vitest projects as suites to run concurrently. A suite's only worker gets all files at once,
 * and imports and compiles what they share only once: with three workers, given one file at a time, packages
 * and the gateway took a fifth more CPU, and the console twice as much. `gatewayEnv` is for the gateway's.
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
    isQuiet: true,
  });
  return [
    suite('vitest: tools, packages', '--project=tools', '--project=packages', '--maxWorkers=1'),
    { ...suite('vitest: console', '--project=console'), isQuiet: true },
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
