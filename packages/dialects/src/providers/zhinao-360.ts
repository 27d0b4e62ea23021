import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const zhinao360: ProviderSpec = {
  type: 19,
  name: 'zhinao-360',
  label: '360',
  color: '#5f9e6e',
  defaultBaseUrl: 'https://api.360.cn',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat', 'embeddings']),
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: false,
  fields: [],
  keyHint: 'providers.keys.default',
  balance: null,
  models: ['360gpt-pro', '360gpt2-pro', '360gpt2-o1', '360zhinao2-o1', '360gpt-turbo'],
};
