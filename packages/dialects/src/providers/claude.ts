import { ANTHROPIC_VERSION, anthropicAuth, messagesEndpoint } from './chat-endpoints.ts';
import { openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const claude: ProviderSpec = {
  type: 14,
  name: 'claude',
  label: 'Claude',
  color: '#b5785a',
  defaultBaseUrl: 'https://api.anthropic.com',
  baseUrlRequired: false,
  upstreamDialect: 'anthropic-messages',
  endpoints: {},
  chatEndpoints: { 'anthropic-messages': messagesEndpoint('/v1') },
  modelListUrl: openAiUrl('/v1', '/models?limit=1000'),
  auth: (key) => ({ ...anthropicAuth(key), 'anthropic-version': ANTHROPIC_VERSION }),
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
