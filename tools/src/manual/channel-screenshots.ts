/** A screenshot in the manual of a channel form, for one provider. */
export interface ChannelScreenshot {
  /** File name without its extension. */
  name: string;
  /**
   * The channel types it represents: their forms are the same, or the first stands for the others. Types that
   * need nothing but a key are not listed: `key-only` stands for them.
   */
  types: readonly [number, ...number[]];
  /** Values typed into its fields. */
  typed: Readonly<Partial<Record<'key' | 'baseUrl' | 'other' | 'organization', string>>>;
  models: readonly string[];
  /** Whether its section covers the request format too. */
  withFormat?: true;
}

/** Folder of the screenshots, with one subfolder per language. */
export const SCREENSHOT_FOLDER = 'docs/images/manual';
/** Largest size of a screenshot: a page of the manual has a dozen. */
export const SCREENSHOT_BYTES_MAX = 40 * 1024;

/** All kinds of channel forms, in the order of the manual. */
export const channelScreenshots: readonly ChannelScreenshot[] = [
  {
    name: 'openai',
    types: [1],
    typed: { key: 'sk-proj-…', organization: 'org-…' },
    models: ['gpt-5', 'gpt-5-mini'],
  },
  {
    name: 'key-only',
    types: [14],
    typed: { key: 'sk-ant-…' },
    models: ['claude-sonnet-4-6', 'claude-haiku-4-5'],
  },
  {
    name: 'custom',
    types: [8],
    typed: { key: 'sk-…', baseUrl: 'https://llm.example.com/v1' },
    models: ['deepseek-chat'],
    withFormat: true,
  },
  {
    name: 'azure',
    types: [3],
    typed: {
      key: '0a1b2c3d…',
      baseUrl: 'https://my-resource.openai.azure.com',
      other: '2024-09-01-preview',
    },
    models: ['gpt-4o', 'gpt-4o-mini'],
  },
  {
    name: 'bedrock',
    types: [33],
    typed: { key: 'AKIA…|wJalr…|us-east-1', other: 'us' },
    models: ['claude-haiku-4-5'],
  },
  {
    name: 'vertex',
    types: [41],
    typed: {
      key: '{\n  "type": "service_account",\n  "project_id": "my-project",\n  "client_email": "tollgate@my-project.iam.gserviceaccount.com",\n  "private_key": "-----BEGIN PRIVATE KEY-----…"\n}',
      other: '{"default": "us-central1", "claude-sonnet-4-5": "us-east5"}',
    },
    models: ['gemini-2.5-flash', 'claude-sonnet-4-5'],
  },
  {
    name: 'gemini',
    types: [24, 11],
    typed: { key: 'AIza…', other: 'v1beta' },
    models: ['gemini-2.5-pro', 'gemini-2.5-flash'],
  },
  {
    name: 'cloudflare',
    types: [39],
    typed: { key: 'cf-token…', other: '0123456789abcdef0123456789abcdef' },
    models: ['@cf/meta/llama-4-scout-17b-16e-instruct'],
  },
  {
    name: 'ollama',
    types: [4],
    typed: { key: 'ollama', baseUrl: 'http://192.168.1.20:11434' },
    models: ['llama4:scout'],
    withFormat: true,
  },
  {
    name: 'spark',
    types: [18, 15, 23],
    typed: { key: 'APPID|APISecret|APIKey' },
    models: ['4.0Ultra'],
    withFormat: true,
  },
  {
    name: 'dify',
    types: [37],
    typed: { key: 'app-…', other: 'question' },
    models: ['support-workflow'],
    withFormat: true,
  },
  {
    name: 'fastgpt',
    types: [22],
    typed: { key: 'fastgpt-…', baseUrl: 'https://api.fastgpt.in/api' },
    models: ['helpdesk'],
  },
  {
    name: 'knowledge-base',
    types: [21],
    typed: { key: 'ap-…', other: '42' },
    models: ['library'],
  },
  {
    name: 'minimax',
    types: [35],
    typed: { key: 'eyJ…', other: '1234567890' },
    models: ['MiniMax-M2'],
  },
  {
    name: 'midjourney',
    types: [2, 5],
    typed: { key: 'mj-secret', baseUrl: 'https://mj.example.com' },
    models: ['mj_imagine', 'mj_upscale'],
  },
  {
    name: 'suno',
    types: [36],
    typed: { key: 'suno-key', baseUrl: 'https://suno.example.com' },
    models: ['suno_music', 'suno_lyrics'],
  },
];
