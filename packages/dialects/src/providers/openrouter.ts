import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import { openRouterBalance } from './provider-balances.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const openRouter: ProviderSpec = {
  type: 20,
  name: 'openrouter',
  label: 'OpenRouter',
  color: '#6a6fb0',
  defaultBaseUrl: 'https://openrouter.ai/api',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat', 'completions', 'embeddings']),
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: (key) => ({ ...bearerAuth(key), 'x-title': 'Tollgate' }),
  supportsStreamOptions: true,
  fields: [],
  keyHint: 'providers.keys.openrouter',
  balance: openRouterBalance,
  models: [
    'openai/gpt-6-sol',
    'openai/gpt-6-luna',
    'anthropic/claude-sonnet-5.5',
    'anthropic/claude-opus-5.5',
    'google/gemini-3.8-flash',
    'deepseek/deepseek-v4-pro',
    'qwen/qwen3.8-flash',
    'moonshotai/kimi-k3',
  ],
};
