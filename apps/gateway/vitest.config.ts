import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'gateway',
    include: ['src/**/*.test.ts', 'test-support/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A condition is waited for, however busy the machine is.
    expect: { poll: { timeout: 20_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
