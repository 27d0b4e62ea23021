import { defineConfig } from 'vitest/config';
import { TEST_LIMITS } from '../../test-limits.ts';
import { contractCalls } from './contract-calls.ts';
import { manualScreenshots } from './manual-screenshots.ts';

export default defineConfig({
  plugins: [contractCalls(), manualScreenshots()],
  test: {
    name: 'console',
    include: ['src/**/*.test.{ts,tsx}'],
    // Component tests talk to test-support/fake-server.ts.
    environment: 'happy-dom',
    setupFiles: ['test-support/setup.ts'],
    ...TEST_LIMITS,
    // One worker with one document for all files: three workers, each creating a document per file and
    // importing the console, take longer and twice the CPU time.
    isolate: false,
    maxWorkers: 1,
    // As for the gateway: a tenth of the time was the collector's.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { groupOrder: 2 },
  },
});
