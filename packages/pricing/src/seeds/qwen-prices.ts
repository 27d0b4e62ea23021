import { type SeedRow, withSource } from './seed-row.ts';

/** List prices of Alibaba outside China; prices in China are lower. */
export const qwenPrices: readonly SeedRow[] = [
  ...withSource('models.dev (international site)', '2026-07', [
    { model: 'qwen3.7-max', input: 2.5, output: 7.5, cached: 0.5, cacheWrite: 3.125 },
    {
      model: 'qwen3.7-plus',
      input: 0.5,
      output: 3,
      cached: 0.05,
      cacheWrite: 0.625,
      tiers: [{ above: 256_000, input: 2, output: 6 }],
    },
    {
      model: 'qwen3.6-plus',
      input: 0.5,
      output: 3,
      cached: 0.05,
      cacheWrite: 0.625,
      tiers: [{ above: 256_000, input: 2, output: 6 }],
    },
    { model: 'qwen3.6-flash', input: 0.1875, output: 1.125 },
    { model: 'qwen3.5-plus', input: 0.4, output: 2.4 },
    { model: 'qwen3-max', input: 1.2, output: 6 },
    { model: 'qwen-max', input: 1.6, output: 6.4 },
    { model: 'qwen-plus', input: 0.4, output: 1.2 },
    { model: 'qwen-turbo', input: 0.05, output: 0.2 },
    { model: 'qwen-flash', input: 0.05, output: 0.4 },
    { model: 'qwen3-coder-plus', input: 1, output: 5 },
    { model: 'qwq-plus', input: 0.8, output: 2.4 },
    { model: 'qwen-vl-max', input: 0.8, output: 3.2 },
    { model: 'qwen-vl-plus', input: 0.21, output: 0.63 },
    { model: 'qwen-vl-ocr', input: 0.72, output: 0.72 },
    { model: 'qwen3-235b-a22b', input: 0.7, output: 2.8 },
    { model: 'qwen3-32b', input: 0.7, output: 2.8 },
    { model: 'qwen3-8b', input: 0.18, output: 0.7 },
  ]),
  ...withSource('OpenRouter', '2026-11', [
    { model: 'qwen3.8-max-0902', input: 2, output: 6, cached: 0.25 },
    { model: 'qwen3.8-flash', input: 0.15, output: 0.47, cached: 0.016 },
    { model: 'qwen3.8-max-prime', input: 4, output: 12, cached: 0.5 },
  ]),
  ...withSource('unverified', '2026-11', [
    { model: 'text-embedding-v4', input: 0.07 },
    { model: 'text-embedding-v3', input: 0.07 },
  ]),
];
