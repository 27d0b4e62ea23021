import { channelField } from './channel-fields.ts';
import { bearerAuth, openAiEndpoints } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const fastGpt: ProviderSpec = {
  type: 22,
  name: 'fastgpt',
  label: 'FastGPT',
  color: '#5a7fd6',
  defaultBaseUrl: '',
  baseUrlRequired: true,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat']),
  reportsNoUsage: true,
  modelListUrl: null,
  auth: bearerAuth,
  supportsStreamOptions: false,
  fields: [channelField('base_url', 'fastGptBase', 'https://api.fastgpt.in/api', true)],
  keyHint: 'providers.keys.fastgpt',
  balance: null,
  models: [],
};
