import { type SeedRow, withSource } from './seed-row.ts';

/** List prices of Cohere. */
export const coherePrices: readonly SeedRow[] = [
  ...withSource('models.dev', '2026-07', [
    { model: 'command-a-03-2025', input: 2.5, output: 10 },
    { model: 'command-a-reasoning-08-2025', input: 2.5, output: 10 },
    { model: 'command-a-vision-07-2025', input: 2.5, output: 10 },
    { model: 'command-a-translate-08-2025', input: 2.5, output: 10 },
    { model: 'command-r-plus-08-2024', input: 2.5, output: 10 },
    { model: 'command-r-08-2024', input: 0.15, output: 0.6 },
    { model: 'command-r7b-12-2024', input: 0.0375, output: 0.15 },
    // Another table says 0.3 and 1.5: the higher price can't lose money.
    { model: 'command-a-plus-05-2026', input: 2.5, output: 10 },
  ]),
  ...withSource('unverified', '2026-11', [{ model: 'embed-v4.0', input: 0.12 }]),
];
