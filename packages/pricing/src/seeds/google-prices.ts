import { type SeedRow, withSource } from './seed-row.ts';

/** List prices of Google. */
export const googlePrices: readonly SeedRow[] = [
  ...withSource('models.dev', '2026-11', [
    { model: 'gemini-4-argon', input: 2, output: 10, cached: 0.1 },
    { model: 'gemini-3.8-flash', input: 0.75, output: 3.75, cached: 0.075 },
    { model: 'gemini-3.7-flash', input: 0.75, output: 3.75, cached: 0.075 },
    { model: 'gemini-3.6-flash', input: 0.75, output: 3.75, cached: 0.075 },
    { model: 'gemini-3.5-flash', input: 1.5, output: 9, cached: 0.15 },
    { model: 'gemini-3.5-flash-lite', input: 0.3, output: 2.5, cached: 0.03 },
    {
      model: 'gemini-3.1-pro-preview',
      input: 2,
      output: 12,
      cached: 0.2,
      tiers: [{ above: 200_000, input: 4, output: 18, cached: 0.4 }],
    },
    { model: 'gemini-3.1-flash-lite', input: 0.25, output: 1.5, cached: 0.025 },
    { model: 'gemini-3-flash-preview', input: 0.5, output: 3, cached: 0.05 },
    {
      model: 'gemini-2.5-pro',
      input: 1.25,
      output: 10,
      cached: 0.125,
      tiers: [{ above: 200_000, input: 2.5, output: 15, cached: 0.25 }],
    },
    { model: 'gemini-2.5-flash', input: 0.3, output: 2.5, cached: 0.03 },
    { model: 'gemini-2.5-flash-lite', input: 0.1, output: 0.4, cached: 0.01 },
  ]),
  ...withSource('models.dev', '2026-07', [
    { model: 'gemini-embedding-001', input: 0.15 },
    // Their output is images.
    { model: 'gemini-2.5-flash-image', input: 0.3, output: 30 },
    { model: 'gemini-3-pro-image-preview', input: 2, output: 120 },
  ]),
];
