import { readVitestReport } from './read-vitest-report.ts';
import type { Suite } from './run-suite.ts';

/**
 * Returns all vitest projects as suites to run concurrently. The gateway's files, the largest first, go to
 * whichever worker is free; a worker imports and compiles only once what its files share. Split into equal
 * parts beforehand, one part ran on alone for a twentieth of the time. `gatewayEnv` is for the gateway's.
 */
export function vitestSuites(
  env: Record<string, string>,
  gatewayEnv: Record<string, string> = env,
): Suite[] {
  return [
    {
      ...vitestSuite(env, [
        '--project=tools',
        '--project=packages',
        '--project=console',
        '--maxWorkers=1',
      ]),
      name: 'vitest: tools, packages, console',
      // One worker can't fill two cores: the last to end should be a suite with several.
      niceness: -5,
    },
    {
      ...vitestSuite(gatewayEnv, ['--project=gateway']),
      name: 'vitest: gateway',
      output: 'capture',
      // Linux divides the CPU by session. Each browser is one, and so is this whole suite, which would run on
      // alone for minutes: three workers, which often wait, can't fill two cores.
      niceness: -7,
    },
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
