import { zhipuRules } from './body-rules.ts';
import { zhipuTransport } from './zhipu-transport.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const glm4v: ProviderSpec = {
  type: 26,
  name: 'glm-4v',
  label: 'GLM-4V',
  color: '#5d78bd',
  defaultBaseUrl: 'https://open.bigmodel.cn',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/api/paas/v4', [
    'chat',
    'embeddings',
    'images',
    'speech',
    'transcriptions',
  ]),
  transport: zhipuTransport,
  modelListUrl: openAiUrl('/api/paas/v4', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: false,
  bodyRules: zhipuRules,
  fields: [],
  keyHint: 'providers.keys.zhipu',
  balance: null,
  models: ['glm-5v-turbo', 'glm-4.6v', 'glm-4.5v'],
};
