import { zhipuRules } from './body-rules.ts';
import { zhipuTransport, zhipuEndpoints } from './zhipu-transport.ts';
import { bearerAuth, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const chatGlm: ProviderSpec = {
  type: 16,
  name: 'chatglm',
  label: 'ChatGLM',
  color: '#4b6cb7',
  defaultBaseUrl: 'https://open.bigmodel.cn',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: zhipuEndpoints,
  transport: zhipuTransport,
  modelListUrl: openAiUrl('/api/paas/v4', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: false,
  bodyRules: zhipuRules,
  fields: [],
  keyHint: 'providers.keys.zhipu',
  balance: null,
  models: [
    'glm-5.3',
    'glm-5.3-flash',
    'glm-5.2',
    'glm-5-turbo',
    'glm-5',
    'glm-4.7',
    'glm-4.7-flash',
    'glm-4.6',
    'glm-4.5',
    'glm-4.5-air',
    'glm-4.5-flash',
    'embedding-3',
  ],
};
