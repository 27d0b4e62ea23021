import { defineConfig } from 'vitest/config';
import { TEST_LIMITS } from './test-limits.ts';

/**
 * Of projects whose files leave nothing behind: they share a process, and so what they import. As
 * with the gateway there are three, as many files mostly wait.
 */
const together = {
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  maxWorkers: 3,
  // As for the gateway: of short-lived objects there are many.
  execArgv: ['--max-semi-space-size=64'],
  ...TEST_LIMITS,
};

/**
 * The projects run one after the other (`groupOrder`): a worker alone in its group is given all files of its
 * project at once.
 */
export default defineConfig({
  test: {
    projects: [
      'apps/gateway',
      {
        test: {
          ...together,
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts'],
          sequence: { groupOrder: 1 },
        },
      },
      'apps/console',
      {
        test: {
          ...together,
          name: 'tools',
          sequence: { groupOrder: 0 },
          include: [
            'apps/console/*.test.ts',
            'tools/src/**/*.test.ts',
            'simulators/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
            'conformance/src/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
