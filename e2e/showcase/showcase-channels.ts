import type { BodyInputOf, endpoints } from '@tollgate/contract';
import { type Vendor, VENDOR_KEYS, vendorPort } from '@tollgate/simulators';

const OPENAI_MODELS = 'gpt-5,gpt-5-mini,gpt-4o,gpt-4o-mini,text-embedding-3-small';
const GROUPS = 'default,vip,svip';

interface ShowcaseChannel {
  name: string;
  vendor: Vendor;
  type: number;
  models: string;
  key?: string;
  priority?: number;
  weight?: number;
  group?: string;
  tag?: string;
  status?: 1 | 2;
}

const CHANNELS: readonly ShowcaseChannel[] = [
  {
    name: 'OpenAI main',
    vendor: 'openai',
    type: 1,
    models: OPENAI_MODELS,
    priority: 10,
    weight: 20,
    tag: 'openai',
  },
  {
    name: 'OpenAI overflow',
    vendor: 'openai',
    type: 1,
    models: OPENAI_MODELS,
    priority: 10,
    weight: 10,
    tag: 'openai',
  },
  {
    name: 'OpenAI EU (vip)',
    vendor: 'openai',
    type: 1,
    models: 'gpt-5,gpt-5-mini',
    priority: 20,
    weight: 10,
    group: 'vip,svip',
    tag: 'openai',
  },
  {
    name: 'Anthropic direct',
    vendor: 'anthropic',
    type: 14,
    models: 'claude-sonnet-4-6,claude-haiku-4-5',
    priority: 10,
    weight: 10,
    tag: 'claude',
  },
  {
    name: 'Bedrock us-east-1',
    vendor: 'bedrock',
    type: 33,
    models: 'claude-haiku-4-5',
    key: VENDOR_KEYS.bedrock,
    priority: 5,
    weight: 10,
    tag: 'claude',
  },
  {
    name: 'Gemini API',
    vendor: 'gemini',
    type: 24,
    models: 'gemini-2.5-pro,gemini-2.5-flash',
    priority: 10,
    weight: 10,
    tag: 'google',
  },
  {
    name: 'Vertex europe-west4',
    vendor: 'vertex',
    type: 41,
    models: 'gemini-2.5-flash',
    key: VENDOR_KEYS.vertex,
    priority: 5,
    weight: 10,
    tag: 'google',
  },
  // Zhipu itself checks the time in a key, which the showcase's clock shifts.
  { name: '智谱 GLM', vendor: 'openai', type: 1, models: 'glm-4.6' },
  {
    name: 'Cohere',
    vendor: 'cohere',
    type: 34,
    models: 'command-a-03-2025,rerank-v3.5,embed-v4.0',
  },
  {
    name: 'Ollama (office)',
    vendor: 'ollama',
    type: 4,
    models: 'llama-4-scout-local',
    group: 'svip',
  },
  { name: 'Jina', vendor: 'jina', type: 38, models: 'jina-embeddings-v4,jina-reranker-v3' },
  { name: '混元', vendor: 'hunyuan', type: 23, models: 'hy4', key: VENDOR_KEYS.hunyuan, status: 2 },
];

/** Returns the channels of the showcase, for simulated vendors whose first one listens on `firstPort`. */
export function listShowcaseChannels(
  firstPort: number,
): BodyInputOf<typeof endpoints.createChannel>[] {
  return CHANNELS.map(({ vendor, models, ...channel }) => ({
    key: 'sk-showcase',
    group: GROUPS,
    priority: 0,
    weight: 1,
    ...channel,
    models,
    test_model: models.split(',')[0] ?? '',
    base_url: `http://127.0.0.1:${vendorPort(vendor, firstPort)}`,
  }));
}
