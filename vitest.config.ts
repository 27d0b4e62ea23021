import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'apps/gateway',
      { test: { name: 'packages', include: ['packages/*/src/**/*.test.ts'] } },
      { test: { name: 'console', include: ['apps/console/src/**/*.test.ts'] } },
      {
        test: {
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
