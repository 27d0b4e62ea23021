import { type SeedRow, withSource } from './seed-row.ts';

/** List prices of Mistral. */
export const mistralPrices: readonly SeedRow[] = [
  ...withSource('models.dev', '2026-11', [
    { model: 'mistral-large-4', input: 0.7, output: 2.1, cached: 0.07 },
    { model: 'mistral-large-latest', input: 0.5, output: 1.5, cached: 0.05 },
    { model: 'mistral-medium-latest', input: 1.5, output: 7.5, cached: 0.15 },
    { model: 'mistral-medium-2508', input: 0.4, output: 2, cached: 0.04 },
    { model: 'mistral-small-latest', input: 0.15, output: 0.6, cached: 0.015 },
    { model: 'magistral-medium-latest', input: 2, output: 5, cached: 0.2 },
    { model: 'codestral-latest', input: 0.3, output: 0.9, cached: 0.03 },
    { model: 'devstral-latest', input: 0.4, output: 2, cached: 0.04 },
    { model: 'ministral-3b-latest', input: 0.1, output: 0.1, cached: 0.01 },
    { model: 'ministral-8b-latest', input: 0.15, output: 0.15, cached: 0.015 },
    { model: 'ministral-14b-2512', input: 0.2, output: 0.2, cached: 0.02 },
    { model: 'open-mistral-nemo', input: 0.15, output: 0.15, cached: 0.015 },
    { model: 'pixtral-12b', input: 0.15, output: 0.15, cached: 0.015 },
  ]),
  ...withSource('models.dev', '2026-07', [{ model: 'mistral-embed', input: 0.1 }]),
];
