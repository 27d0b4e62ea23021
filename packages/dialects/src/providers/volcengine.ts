import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const volcEngine: ProviderSpec = {
  type: 45,
  name: 'volcengine',
  label: 'VolcEngine',
  color: '#4d8fb5',
  defaultBaseUrl: 'https://ark.cn-beijing.volces.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/api/v3', ['chat', 'embeddings', 'images']),
  modelListUrl: openAiUrl('/api/v3', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  fields: [],
  keyHint: 'providers.keys.default',
  balance: null,
  models: [],
};
