import { responsesEndpoint } from './chat-endpoints.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const xAi: ProviderSpec = {
  type: 48,
  name: 'xai',
  label: 'xAI',
  color: '#5f6470',
  defaultBaseUrl: 'https://api.x.ai',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat', 'completions', 'embeddings', 'images']),
  chatEndpoints: { 'openai-responses': responsesEndpoint('/v1', bearerAuth) },
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  fields: [],
  keyHint: 'providers.keys.xai',
  balance: null,
  models: ['grok-4.7', 'grok-4.5', 'grok-4.3'],
};
