import { channelField } from './channel-fields.ts';
import { openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import { organizationAuth } from './organization-auth.ts';
import { dashboardBalance } from './provider-balances.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const openAi: ProviderSpec = {
  type: 1,
  name: 'openai',
  label: 'OpenAI',
  color: '#4f8a76',
  defaultBaseUrl: 'https://api.openai.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat', 'completions', 'embeddings', 'moderations']),
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: organizationAuth,
  supportsStreamOptions: true,
  fields: [channelField('openai_organization', 'organization', 'org-…')],
  keyHint: 'providers.keys.openai',
  balance: dashboardBalance,
  models: ['gpt-6-astra', 'gpt-6.1-sol', 'gpt-6-sol', 'gpt-6.1-terra', 'gpt-6-luna', 'gpt-5.6-sol', 'gpt-5.6-terra', 'gpt-5.6-luna', 'gpt-5.5', 'gpt-5.5-pro', 'gpt-5.4', 'gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.4-pro', 'gpt-5.3-codex', 'gpt-5.2', 'gpt-5.2-pro', 'gpt-5.1', 'gpt-5', 'gpt-5-mini', 'gpt-5-nano', 'gpt-5-pro', 'gpt-4.1', 'gpt-4.1-mini', 'gpt-4.1-nano', 'gpt-4o', 'gpt-4o-2024-05-13', 'gpt-4o-mini', 'o1', 'o1-pro', 'o3', 'o3-mini', 'o3-pro', 'o4-mini', 'gpt-4-turbo', 'gpt-4', 'gpt-3.5-turbo', 'text-embedding-3-small', 'text-embedding-3-large', 'text-embedding-ada-002', 'omni-moderation-latest'],
};
