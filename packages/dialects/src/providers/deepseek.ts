import { ONE_LIMIT } from './body-rules.ts';
import { rootMessagesEndpoint } from './chat-endpoints.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import { deepSeekBalance } from './provider-balances.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const deepSeek: ProviderSpec = {
  type: 43,
  name: 'deepseek',
  label: 'DeepSeek',
  color: '#5468c9',
  defaultBaseUrl: 'https://api.deepseek.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: {
    ...openAiEndpoints('/v1', ['chat']),
    completions: openAiUrl('/beta', '/completions'),
  },
  chatEndpoints: { 'anthropic-messages': rootMessagesEndpoint('/anthropic/v1') },
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  bodyRules: { renamed: ONE_LIMIT },
  fields: [],
  keyHint: 'providers.keys.openai',
  balance: deepSeekBalance,
  models: ['deepseek-flash', 'deepseek-v4-pro'],
};
