import type { ToolPrice } from '../tariff.ts';

/** Prices in USD of tools that run at a provider, by prefix of its model names. */
export interface ToolSeedRow {
  models: readonly string[];
  tools: Readonly<Record<string, ToolPrice>>;
  /** Where the prices were read; 'unverified' if they are only from memory. */
  source: string;
  /** Year and month of the prices. */
  date: string;
}

/** OpenAI models that run tools. */
const OPENAI = ['gpt-*', 'o1*', 'o3*', 'o4*', 'codex-*', 'computer-use-*'];
/** Non-reasoning models: their web search preview costs more. */
const OPENAI_PLAIN = ['gpt-4o*', 'gpt-4.1*'];

/**
 * Price of an image of the largest size the image tool generates, by quality: 272 to 6,240 tokens at 40 USD
 * per million. `image_generation` is for an unknown quality.
 */
const IMAGES = {
  image_generation: 0.25,
  image_generation_high: 0.25,
  image_generation_medium: 0.063,
  image_generation_low: 0.016,
};

/**
 * Tools that providers bill by tokens only have no row: they cost nothing extra unless an operator sets a
 * price. Providers' free allowances are ignored.
 */
export const toolPriceRows: readonly ToolSeedRow[] = [
  {
    models: OPENAI,
    tools: {
      web_search: 0.01,
      web_search_preview: 0.01,
      file_search: 0.0025,
      // A 1 GB container for a session of 20 minutes; a call uses one.
      code_execution: { request: 0.03 },
      code_execution_4g: { request: 0.12 },
      code_execution_16g: { request: 0.48 },
      code_execution_64g: { request: 1.92 },
      ...IMAGES,
    },
    source: 'openai.com/api/pricing',
    date: '2026-03',
  },
  {
    models: OPENAI_PLAIN,
    tools: { web_search_preview: 0.025 },
    source: 'openai.com/api/pricing',
    date: '2026-03',
  },
  {
    // Search models of chat completions search in every call and do not report the number of searches.
    models: ['gpt-4o-search-preview*', 'gpt-4o-mini-search-preview*'],
    tools: { request_fee: 0.025, web_search: 0 },
    source: 'openai.com/api/pricing',
    date: '2026-03',
  },
  {
    // Bills showed about two searches per call; three are charged, as the response reports none.
    models: ['gpt-5-search-api*'],
    tools: { request_fee: 0.03, web_search: 0 },
    source: 'community.openai.com/t/1369991',
    date: '2026-01',
  },
  {
    // A container costs 0.05 USD per hour, with a minimum of 5 minutes: charged for every run.
    models: ['claude-*'],
    tools: { web_search: 0.01, code_execution: 0.004166667 },
    source: 'platform.claude.com/docs/en/about-claude/pricing',
    date: '2026-06',
  },
  {
    models: ['gemini-*'],
    tools: { google_search: 0.014, google_maps: 0.014 },
    source: 'ai.google.dev/gemini-api/docs/pricing',
    date: '2026-03',
  },
  {
    // Billed per prompt, regardless of the number of searches.
    models: ['gemini-1*', 'gemini-2*'],
    tools: { google_search: { request: 0.035 }, google_maps: { request: 0.025 } },
    source: 'ai.google.dev/gemini-api/docs/pricing',
    date: '2026-03',
  },
  {
    models: ['grok-*'],
    tools: {
      web_search: 0.005,
      x_search: 0.005,
      code_execution: 0.005,
      attachment_search: 0.01,
      file_search: 0.0025,
      // Per source of a search in chat completions.
      live_search: 0.025,
    },
    source: 'docs.x.ai/developers/pricing',
    date: '2026-10',
  },
  {
    // `web_search` is the most that a larger search context adds.
    models: ['sonar*'],
    tools: { request_fee: 0.005, web_search: 0.007 },
    source: 'docs.perplexity.ai/getting-started/pricing',
    date: '2025-07',
  },
  {
    models: ['sonar-pro*', 'sonar-reasoning-pro*'],
    tools: { request_fee: 0.006, web_search: 0.008 },
    source: 'docs.perplexity.ai/getting-started/pricing',
    date: '2025-07',
  },
  {
    models: ['sonar-deep-research*'],
    tools: { request_fee: 0, search_query: 0.005 },
    source: 'docs.perplexity.ai/getting-started/pricing',
    date: '2025-07',
  },
  {
    // 0.03 CNY.
    models: ['kimi-*', 'moonshot-*'],
    tools: { web_search: 0.0042 },
    source: 'platform.kimi.com/docs/pricing/tools',
    date: '2026-10',
  },
  {
    // Z.ai's price for each engine; in China 0.01 to 0.05 CNY.
    models: ['glm-*'],
    tools: {
      web_search: 0.01,
      web_search_pro: 0.01,
      web_search_pro_sogou: 0.01,
      web_search_pro_quark: 0.01,
      web_search_pro_jina: 0.01,
    },
    source: 'docs.z.ai/guides/overview/pricing',
    date: '2026-03',
  },
  {
    // The price outside China; there 4 CNY per thousand.
    models: ['qwen*', 'qwq-*'],
    tools: { web_search: 0.01, web_search_agent: 0.01 },
    source: 'unverified',
    date: '2026-02',
  },
  {
    // 0.006 CNY.
    models: ['doubao-*'],
    tools: { web_search: 0.00085 },
    source: 'volcengine.com/docs/82379/1262333',
    date: '2024-05',
  },
];
