import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const mistral: ProviderSpec = {
  type: 42,
  name: 'mistral',
  label: 'Mistral',
  color: '#c0785a',
  defaultBaseUrl: 'https://api.mistral.ai',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat', 'embeddings', 'moderations']),
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: false,
  refusesStreamOptions: true,
  fields: [],
  keyHint: 'providers.keys.default',
  balance: null,
  models: ['mistral-large-4', 'mistral-large-latest', 'mistral-medium-latest', 'mistral-medium-2508', 'mistral-small-latest', 'magistral-medium-latest', 'codestral-latest', 'devstral-latest', 'ministral-3b-latest', 'ministral-8b-latest', 'ministral-14b-2512', 'open-mistral-nemo', 'pixtral-12b', 'mistral-embed'],
};
