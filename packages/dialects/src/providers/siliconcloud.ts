import { ONE_LIMIT } from './body-rules.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import { siliconFlowBalance } from './provider-balances.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const siliconCloud: ProviderSpec = {
  type: 40,
  name: 'siliconcloud',
  label: 'SiliconCloud',
  color: '#7b6fc0',
  defaultBaseUrl: 'https://api.siliconflow.cn',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat', 'embeddings', 'rerank', 'speech', 'transcriptions']),
  auxiliaryEndpoints: {
    images: { format: 'silicon-images', url: openAiUrl('/v1', '/images/generations') },
  },
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: false,
  bodyRules: {
    renamed: ONE_LIMIT,
    thoughtsBeyondLimit: 32_768,
    thinksWhenAsked: /^qwen2|instruct/,
  },
  fields: [],
  keyHint: 'providers.keys.openai',
  balance: siliconFlowBalance,
  models: [
    'deepseek-ai/DeepSeek-V3.2',
    'deepseek-ai/DeepSeek-V4-Pro',
    'deepseek-ai/DeepSeek-V4-Flash',
    'Qwen/Qwen3-8B',
    'Qwen/Qwen3-32B',
    'zai-org/GLM-5.2',
    'moonshotai/Kimi-K2.6',
  ],
};
