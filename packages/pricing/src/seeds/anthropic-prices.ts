import { type SeedRow, withSource } from './seed-row.ts';

/** List prices of Anthropic. */
export const anthropicPrices: readonly SeedRow[] = [
  ...withSource('models.dev', '2026-11', [
    { model: 'claude-fable-5-2', input: 8, output: 40, cached: 0.2, cacheWrite: 10 },
    { model: 'claude-fable-5-1', input: 10, output: 50, cached: 0.25, cacheWrite: 12.5 },
    { model: 'claude-fable-5', input: 10, output: 50, cached: 1, cacheWrite: 12.5 },
    { model: 'claude-opus-5-5', input: 4, output: 20, cached: 0.2, cacheWrite: 5 },
    { model: 'claude-opus-5', input: 5, output: 25, cached: 0.5, cacheWrite: 6.25 },
    { model: 'claude-opus-4-8', input: 5, output: 25, cached: 0.5, cacheWrite: 6.25 },
    { model: 'claude-opus-4-7', input: 5, output: 25, cached: 0.5, cacheWrite: 6.25 },
    { model: 'claude-opus-4-6', input: 5, output: 25, cached: 0.5, cacheWrite: 6.25 },
    { model: 'claude-opus-4-5', input: 5, output: 25, cached: 0.5, cacheWrite: 6.25 },
    { model: 'claude-sonnet-5-5', input: 2, output: 10, cached: 0.1, cacheWrite: 2.5 },
    { model: 'claude-sonnet-5', input: 2, output: 10, cached: 0.2, cacheWrite: 2.5 },
    { model: 'claude-sonnet-4-6', input: 3, output: 15, cached: 0.3, cacheWrite: 3.75 },
    { model: 'claude-sonnet-4-5', input: 3, output: 15, cached: 0.3, cacheWrite: 3.75 },
    {
      model: 'claude-haiku-5-5',
      input: 0.1,
      output: 0.5,
      cached: 0.01,
      cacheWrite: 0.125,
      tiers: [{ above: 100_000, input: 0.5, output: 2.5, cached: 0.05, cacheWrite: 0.625 }],
    },
    { model: 'claude-haiku-4-5', input: 1, output: 5, cached: 0.1, cacheWrite: 1.25 },
  ]),
  ...withSource('models.dev', '2026-07', [
    { model: 'claude-opus-4-1', input: 15, output: 75, cached: 1.5, cacheWrite: 18.75 },
    { model: 'claude-opus-4', input: 15, output: 75, cached: 1.5, cacheWrite: 18.75 },
    { model: 'claude-3-5-haiku', input: 0.8, output: 4, cached: 0.08, cacheWrite: 1 },
  ]),
  ...withSource('unverified', '2026-11', [
    { model: 'claude-3-haiku', input: 0.25, output: 1.25, cached: 0.03, cacheWrite: 0.3 },
  ]),
];
