import { bearerAuth, openAiEndpoints } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** Through the provider's own OpenAI-compatible surface until its native dialect arrives. */
export const claude: ProviderSpec = {
  type: 14,
  name: 'claude',
  label: 'Claude',
  color: '#b5785a',
  defaultBaseUrl: 'https://api.anthropic.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat']),
  modelListUrl: null,
  auth: bearerAuth,
  supportsStreamOptions: true,
  fields: [],
  keyHint: 'providers.keys.anthropic',
  balance: null,
  models: [
    'claude-fable-5-2',
    'claude-fable-5-1',
    'claude-fable-5',
    'claude-opus-5-5',
    'claude-opus-5',
    'claude-opus-4-8',
    'claude-opus-4-7',
    'claude-opus-4-6',
    'claude-opus-4-5',
    'claude-sonnet-5-5',
    'claude-sonnet-5',
    'claude-sonnet-4-6',
    'claude-sonnet-4-5',
    'claude-haiku-5-5',
    'claude-haiku-4-5',
  ],
};
