import { type SeedRow, withSource } from './seed-row.ts';

/** List prices of DeepSeek (the peak hours; other hours are half), Moonshot, MiniMax, xAI, Tencent, Baidu and Yi. */
export const morePrices: readonly SeedRow[] = [
  ...withSource('models.dev', '2026-11', [
    { model: 'deepseek-flash', input: 0.3, output: 1.2, cached: 0.006 },
    { model: 'deepseek-v4-pro', input: 1.32, output: 3.96, cached: 0.044 },
    { model: 'kimi-k3.1-pro', input: 2, output: 10, cached: 0.2 },
    { model: 'kimi-k3.1-pro-highspeed', input: 4, output: 20, cached: 0.2 },
    { model: 'kimi-k3', input: 3, output: 15, cached: 0.3 },
    { model: 'kimi-k2.7-code', input: 0.95, output: 4, cached: 0.19 },
    { model: 'kimi-k2.7-code-highspeed', input: 1.9, output: 8, cached: 0.38 },
    { model: 'kimi-k2.6', input: 0.95, output: 4, cached: 0.16 },
    {
      model: 'MiniMax-M3',
      input: 0.3,
      output: 1.2,
      cached: 0.06,
      tiers: [{ above: 512_000, input: 0.6, output: 2.4, cached: 0.12 }],
    },
    { model: 'MiniMax-M3.1-Flash', input: 0.15, output: 0.6, cached: 0.015 },
    { model: 'MiniMax-M2.7', input: 0.3, output: 1.2, cached: 0.06, cacheWrite: 0.375 },
    { model: 'MiniMax-M2.7-highspeed', input: 0.6, output: 2.4, cached: 0.06, cacheWrite: 0.375 },
    {
      model: 'grok-4.7',
      input: 2,
      output: 6,
      cached: 0.5,
      tiers: [{ above: 200_000, input: 4, output: 12, cached: 1 }],
    },
    {
      model: 'grok-4.5',
      input: 2,
      output: 6,
      cached: 0.3,
      tiers: [{ above: 200_000, input: 4, output: 12, cached: 0.6 }],
    },
    {
      model: 'grok-4.3',
      input: 1.25,
      output: 2.5,
      cached: 0.2,
      tiers: [{ above: 200_000, input: 2.5, output: 5, cached: 0.4 }],
    },
  ]),
  ...withSource('models.dev', '2026-07', [
    { model: 'kimi-k2.5', input: 0.6, output: 3, cached: 0.1 },
  ]),
  ...withSource('OpenRouter', '2026-11', [
    { model: 'hy4', input: 0.417, output: 1.2505, cached: 0.021 },
    { model: 'hy3', input: 0.132, output: 0.528, cached: 0.033 },
  ]),
  // Listed in yuan, at 7.3 for a dollar.
  ...withSource('unverified', '2026-11', [
    { model: 'ernie-4.5-turbo-128k', input: 0.11, output: 0.44 },
    { model: 'ernie-x1-turbo-32k', input: 0.137, output: 0.548 },
    { model: 'hunyuan-turbos-latest', input: 0.11, output: 0.274 },
    { model: 'yi-lightning', input: 0.136, output: 0.136 },
  ]),
];
