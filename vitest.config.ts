import { defineConfig } from 'vitest/config';
import { LongProjectFirst } from './tools/src/steps/long-project-first.ts';

/**
 * Of projects whose files leave nothing behind: they share a process, and so what they import. As
 * with the gateway there are three, as many files mostly wait, and a test that waits for something
 * waits long enough for a busy machine.
 */
const together = {
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  maxWorkers: 3,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    sequence: { sequencer: LongProjectFirst },
    projects: [
      'apps/gateway',
      { test: { ...together, name: 'packages', include: ['packages/*/src/**/*.test.ts'] } },
      'apps/console',
      {
        test: {
          ...together,
          name: 'tools',
          include: [
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
