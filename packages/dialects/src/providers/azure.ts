import { AZURE_API_VERSION, azureStreamOptions, azureUrl } from './azure-url.ts';
import { channelField } from './channel-fields.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const azure: ProviderSpec = {
  type: 3,
  name: 'azure',
  label: 'Azure OpenAI',
  color: '#4a7ebb',
  defaultBaseUrl: '',
  baseUrlRequired: true,
  upstreamDialect: 'openai-chat',
  endpoints: {
    chat: azureUrl('chat'),
    completions: azureUrl('completions'),
    embeddings: azureUrl('embeddings'),
  },
  modelListUrl: null,
  auth: (key) => ({ 'api-key': key }),
  supportsStreamOptions: true,
  streamOptionsPolicy: azureStreamOptions,
  otherDefault: AZURE_API_VERSION,
  fields: [channelField('base_url', 'azureBase', 'https://my-resource.openai.azure.com', true), channelField('other', 'azureVersion', AZURE_API_VERSION)],
  keyHint: 'providers.keys.azure',
  balance: null,
  models: ['gpt-5.6-sol', 'gpt-5.6-terra', 'gpt-5.6-luna', 'gpt-5.5', 'gpt-5.4', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.3-codex', 'gpt-5.2', 'gpt-5.1', 'gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-4o', 'gpt-4o-mini', 'o1', 'o3', 'o3-mini', 'o4-mini', 'gpt-4-turbo', 'gpt-4', 'text-embedding-3-small', 'text-embedding-3-large'],
};
