import type { BodyInputOf, endpoints } from '@tollgate/contract';
import { type Vendor, VENDOR_KEYS, vendorPort } from '@tollgate/simulators';

const OPENAI = 1;
const MODELS = 'gpt-4o,gpt-4o-mini,gpt-5-mini,text-embedding-3-small,omni-moderation-latest';

/** Channels to the other vendors, with models that only they serve. */
const OTHERS: readonly {
  vendor: Vendor;
  name: string;
  type: number;
  models: string;
  key?: string;
}[] = [
  { vendor: 'anthropic', name: 'Anthropic', type: 14, models: 'claude-sonnet-4-6' },
  { vendor: 'gemini', name: 'Gemini', type: 24, models: 'gemini-2.5-pro,gemini-embedding-001' },
  {
    vendor: 'cohere',
    name: 'Cohere',
    type: 34,
    models: 'command-a-03-2025,embed-v4.0,rerank-v3.5',
  },
  { vendor: 'jina', name: 'Jina', type: 38, models: 'jina-embeddings-v4,jina-reranker-v3' },
  { vendor: 'ollama', name: 'Ollama', type: 4, models: 'gpt-4.1-nano' },
  { vendor: 'dify', name: 'Dify', type: 37, models: 'gpt-4.1-mini' },
  {
    vendor: 'bedrock',
    name: 'AWS Claude',
    type: 33,
    models: 'claude-haiku-4-5',
    key: VENDOR_KEYS.bedrock,
  },
  {
    vendor: 'vertex',
    name: 'Vertex AI',
    type: 41,
    models: 'gemini-2.5-flash',
    key: VENDOR_KEYS.vertex,
  },
  { vendor: 'hunyuan', name: 'Hunyuan', type: 23, models: 'hy4', key: VENDOR_KEYS.hunyuan },
  { vendor: 'zhipu', name: 'ChatGLM', type: 16, models: 'glm-4.6', key: VENDOR_KEYS.zhipu },
];

/**
 * Returns channels to the simulators: one for most calls, a fallback, a disabled one, one that uses the
 * Responses API, and one per other vendor.
 */
export function listChannels(simulatorUrl: string): BodyInputOf<typeof endpoints.createChannel>[] {
  const shared = {
    type: OPENAI,
    base_url: simulatorUrl,
    key: 'sk-simulated',
    models: MODELS,
    group: 'default',
    test_model: 'gpt-4o-mini',
  };
  const url = new URL(simulatorUrl);
  const addressOf = (vendor: Vendor) =>
    `${url.protocol}//${url.hostname}:${vendorPort(vendor, Number(url.port))}`;
  return [
    { ...shared, name: 'Simulator', priority: 10, weight: 1, tag: 'simulated' },
    { ...shared, name: 'Simulator (second)', priority: 0, weight: 1, tag: 'simulated' },
    { ...shared, name: 'Simulator (off)', status: 2, priority: 0, weight: 0 },
    {
      ...shared,
      name: 'Simulator (Responses)',
      models: 'gpt-5',
      test_model: 'gpt-5',
      setting: '{"dialect":"openai-responses"}',
      tag: 'simulated',
    },
    ...OTHERS.map(({ vendor, name, type, models, key = shared.key }) => ({
      ...shared,
      name: `Simulator (${name})`,
      type,
      key,
      models,
      base_url: addressOf(vendor),
      test_model: models.split(',')[0] ?? '',
      tag: 'simulated',
    })),
  ];
}
