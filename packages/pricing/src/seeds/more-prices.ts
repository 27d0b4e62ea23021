import { type SeedRow, withSource } from './seed-row.ts';

/**
 * List prices of DeepSeek (at peak hours; other hours are half), Moonshot, MiniMax, xAI, Tencent, Perplexity
 * and OpenRouter.
 */
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
  // An additional fee per search (5 to 14 USD per thousand) can't be expressed in a price by tokens.
  ...withSource('docs.perplexity.ai', '2026-07', [
    { model: 'sonar', input: 1, output: 1 },
    { model: 'sonar-pro', input: 3, output: 15 },
    { model: 'sonar-reasoning-pro', input: 2, output: 8 },
    { model: 'sonar-deep-research', input: 2, output: 8 },
  ]),
  // OpenRouter charges the vendors' prices.
  ...withSource("the makers' list prices", '2026-11', [
    { model: 'openai/gpt-6-sol', input: 2, output: 10, cached: 0.2, cacheWrite: 2.5 },
    { model: 'openai/gpt-6-luna', input: 0.1, output: 0.5, cached: 0.01, cacheWrite: 0.125 },
    { model: 'anthropic/claude-sonnet-5.5', input: 2, output: 10, cached: 0.1, cacheWrite: 2.5 },
    { model: 'anthropic/claude-opus-5.5', input: 4, output: 20, cached: 0.2, cacheWrite: 5 },
    { model: 'google/gemini-3.8-flash', input: 0.75, output: 3.75, cached: 0.075 },
    { model: 'deepseek/deepseek-v4-pro', input: 1.32, output: 3.96, cached: 0.044 },
    { model: 'moonshotai/kimi-k3', input: 3, output: 15, cached: 0.3 },
  ]),
  ...withSource('OpenRouter', '2026-11', [
    { model: 'qwen/qwen3.8-flash', input: 0.15, output: 0.47, cached: 0.016 },
  ]),
  // Priced by characters.
  ...withSource('unverified', '2026-11', [
    { model: 'speech-2.8-hd', input: 100 },
    { model: 'speech-2.8-turbo', input: 60 },
  ]),
  ...withSource('garrytan/gbrain', '2026-05', [{ model: 'embo-01', input: 0.07 }]),
];
