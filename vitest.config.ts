import { defineConfig } from 'vitest/config';

/** A busy machine takes its time: a test that waits for something waits long enough. */
const patient = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
/** Files that leave nothing behind share a process, and so what they import. */
const together = { ...patient, isolate: false };

export default defineConfig({
  test: {
    projects: [
      'apps/gateway',
      { test: { ...together, name: 'packages', include: ['packages/*/src/**/*.test.ts'] } },
      { test: { ...together, name: 'console', include: ['apps/console/src/**/*.test.ts'] } },
      {
        test: {
          ...together,
          name: 'tools',
          include: [
            'tools/src/**/*.test.ts',
            'simulators/src/**/*.test.ts',
            'bench/src/**/*.test.ts',
          ],
        },
      },
    ],
  },
});
