import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const yi: ProviderSpec = {
  type: 31,
  name: 'yi',
  label: 'Yi',
  color: '#6f9b86',
  defaultBaseUrl: 'https://api.lingyiwanwu.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat']),
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: false,
  fields: [],
  keyHint: 'providers.keys.default',
  balance: null,
  models: ['yi-lightning', 'yi-large', 'yi-medium', 'yi-vision-v2', 'yi-spark'],
};
