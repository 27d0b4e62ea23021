import { type SeedRow, withSource } from './seed-row.ts';

/** List prices of Zhipu. */
export const zhipuPrices: readonly SeedRow[] = [
  ...withSource('models.dev', '2026-11', [
    { model: 'glm-5.3', input: 1.4, output: 4.4, cached: 0.26 },
    { model: 'glm-5.3-flash', input: 0.15, output: 0.5, cached: 0.03 },
    { model: 'glm-5.2', input: 1.4, output: 4.4, cached: 0.26 },
    { model: 'glm-5-turbo', input: 1.2, output: 4, cached: 0.24 },
    { model: 'glm-4.7', input: 0.6, output: 2.2, cached: 0.11 },
  ]),
  ...withSource('models.dev', '2026-07', [
    { model: 'glm-5', input: 1, output: 3.2, cached: 0.2 },
    { model: 'glm-4.6', input: 0.6, output: 2.2, cached: 0.11 },
    { model: 'glm-4.5', input: 0.6, output: 2.2, cached: 0.11 },
    { model: 'glm-4.5-air', input: 0.2, output: 1.1, cached: 0.03 },
    { model: 'glm-4.6v', input: 0.3, output: 0.9, cached: 0.05 },
    { model: 'glm-4.5v', input: 0.6, output: 1.8 },
    { model: 'glm-5v-turbo', input: 5, output: 22, cached: 1.2 },
    { model: 'glm-4.7-flash', input: 0 },
    { model: 'glm-4.5-flash', input: 0 },
  ]),
];
