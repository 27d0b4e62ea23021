/** Factors that service tiers apply to token prices, by prefix of model names. */
export interface TierSeedRow {
  models: readonly string[];
  tiers: Readonly<Record<string, number>>;
  /** Where the prices were read. */
  source: string;
  /** Year and month of the prices. */
  date: string;
}

/** Priority relative to standard processing. */
const PRIORITY: Readonly<Record<string, number>> = {
  'gpt-5.5*': 2.5,
  'gpt-5.4*': 2,
  'gpt-5.2*': 2,
  'gpt-5.1*': 2,
  'gpt-5': 2,
  'gpt-5-20*': 2,
  'gpt-5-codex*': 2,
  'gpt-5-mini*': 1.8,
  'gpt-4.1*': 1.75,
  'gpt-4.1-nano*': 2,
  'gpt-4o*': 1.7,
  'gpt-4o-2024-05-13': 1.75,
  'gpt-4o-mini*': 1.666666667,
  o3: 1.75,
  'o3-20*': 1.75,
  'o4-mini*': 1.818181818,
};

/**
 * A tier is refused for models without a row. `scale`, like Anthropic's `priority`, is prepaid by the
 * operator, so its tokens cost the same as always.
 */
export const tierRatioRows: readonly TierSeedRow[] = [
  ...Object.entries(PRIORITY).map(([model, priority]) => ({
    models: [model],
    tiers: { priority },
    source: 'openai.com/api-priority-processing',
    date: '2026-06',
  })),
  {
    models: ['gpt-5*', 'o3*', 'o4-mini*'],
    tiers: { flex: 0.5 },
    source: 'openai.com/api/pricing',
    date: '2026-06',
  },
  {
    models: ['gpt-*', 'o3*', 'o4-mini*'],
    tiers: { scale: 1 },
    source: 'openai.com/api-scale-tier',
    date: '2026-06',
  },
  {
    // The Batch API: not a tier that requests can name.
    models: [
      'gpt-*',
      'o1*',
      'o3*',
      'o4*',
      'text-embedding-3*',
      'text-embedding-ada*',
      'omni-moderation*',
    ],
    tiers: { batch: 0.5 },
    source: 'openai.com/api/pricing',
    date: '2026-06',
  },
  {
    models: ['qwen*', 'qwq*', 'qvq*', 'text-embedding-v4'],
    tiers: { batch: 0.5 },
    source: 'help.aliyun.com/zh/model-studio/batch-interfaces-compatible-with-openai',
    date: '2025-12',
  },
  {
    // Output of responses that contain reasoning. Open models reason unless told not to.
    models: ['qwen-plus', 'qwen-plus-latest', 'qwen-plus-20*'],
    tiers: { thinking: 3.333333333 },
    source: 'unverified',
    date: '2026-11',
  },
  {
    models: ['qwen-turbo', 'qwen-turbo-latest', 'qwen-turbo-20*'],
    tiers: { thinking: 2.5 },
    source: 'unverified',
    date: '2026-11',
  },
  {
    models: ['qwen3-235b-a22b', 'qwen3-32b', 'qwen3-8b'],
    tiers: { thinking: 3 },
    source: 'unverified',
    date: '2026-11',
  },
  {
    models: ['claude-*'],
    tiers: { priority: 1 },
    source: 'platform.claude.com/docs/en/api/service-tiers',
    date: '2026-10',
  },
  {
    models: [
      'claude-opus-4-6*',
      'claude-opus-4-7*',
      'claude-opus-4-8*',
      'claude-opus-5*',
      'claude-sonnet-4-6*',
      'claude-sonnet-5*',
      'claude-haiku-5*',
      'claude-fable-*',
    ],
    tiers: { inference_geo_us: 1.1 },
    source: 'platform.claude.com/docs/en/api/service-tiers',
    date: '2026-10',
  },
  {
    models: ['claude-opus-4-6*'],
    tiers: { fast: 6 },
    source: 'platform.claude.com/docs/en/build-with-claude/fast-mode',
    date: '2026-02',
  },
  {
    models: ['claude-opus-5', 'claude-opus-5-20*'],
    tiers: { fast: 2 },
    source: 'openrouter.ai/anthropic/claude-opus-5-fast',
    date: '2026-07',
  },
  {
    // 75 to 100 percent more.
    models: ['gemini-*'],
    tiers: { flex: 0.5, priority: 2 },
    source: 'ai.google.dev/gemini-api/docs/optimization',
    date: '2026-10',
  },
];
