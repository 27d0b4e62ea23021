import { bearerAuth, openAiEndpoints } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** Through the provider's own OpenAI-compatible surface until its native dialect arrives. */
export const cohere: ProviderSpec = {
  type: 34,
  name: 'cohere',
  label: 'Cohere',
  color: '#5c8f83',
  defaultBaseUrl: 'https://api.cohere.ai',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/compatibility/v1', ['chat', 'embeddings']),
  modelListUrl: null,
  auth: bearerAuth,
  supportsStreamOptions: false,
  refusesStreamOptions: true,
  fields: [],
  keyHint: 'providers.keys.default',
  balance: null,
  models: [
    'command-a-plus-05-2026',
    'command-a-03-2025',
    'command-r-plus-08-2024',
    'command-r-08-2024',
    'command-r7b-12-2024',
    'embed-v4.0',
  ],
};
