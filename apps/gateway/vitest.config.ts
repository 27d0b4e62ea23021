import { defineConfig } from 'vitest/config';
import { TEST_LIMITS } from '../../test-limits.ts';

export default defineConfig({
  test: {
    name: 'gateway',
    include: ['src/**/*.test.ts', 'test-support/**/*.test.ts'],
    ...TEST_LIMITS,
    pool: 'forks',
    // The tests idle half of their time. With a fourth, all suites of `npm test` together took longer.
    maxWorkers: 3,
    sequence: { groupOrder: 3 },
    // Of short-lived objects there are many: a tenth of the time was the collector's.
    execArgv: ['--max-semi-space-size=64'],
    // Files share a process and what they import: half of their time was that.
    isolate: false,
    // Node runs our TypeScript as it is, here as anywhere: transforming it was a quarter of the time.
    experimental: { viteModuleRunner: false, nodeLoader: false },
  },
});
