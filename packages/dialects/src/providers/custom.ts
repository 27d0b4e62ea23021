import { channelField } from './channel-fields.ts';
import { customUrl } from './custom-url.ts';
import { bearerAuth, openAiUrl } from './openai-endpoints.ts';
import { dashboardBalance } from './provider-balances.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** Any OpenAI-compatible address: Groq, Together, vLLM, other gateways. */
export const custom: ProviderSpec = {
  type: 8,
  name: 'custom',
  label: 'custom',
  color: '#7a8691',
  defaultBaseUrl: '',
  baseUrlRequired: true,
  upstreamDialect: 'openai-chat',
  endpoints: {
    chat: customUrl('chat'),
    completions: customUrl('completions'),
    embeddings: customUrl('embeddings'),
    moderations: customUrl('moderations'),
  },
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  labelKey: 'providers.labels.custom',
  fields: [
    channelField('base_url', 'customBase', 'https://api.example.com/v1', true),
    channelField('setting', 'customSetting', '{"force_format":true}'),
  ],
  keyHint: 'providers.keys.default',
  balance: dashboardBalance,
  models: [],
};
