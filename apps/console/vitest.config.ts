import { defineConfig } from 'vitest/config';
import { contractCalls } from './contract-calls.ts';
import { manualScreenshots } from './manual-screenshots.ts';

export default defineConfig({
  plugins: [contractCalls(), manualScreenshots()],
  test: {
    name: 'console',
    include: ['src/**/*.test.{ts,tsx}'],
    // Component tests choose happy-dom themselves and talk to test-support/fake-server.ts.
    environment: 'node',
    setupFiles: ['test-support/setup.ts'],
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    isolate: false,
    maxWorkers: 3,
    sequence: { groupOrder: 2 },
  },
});
