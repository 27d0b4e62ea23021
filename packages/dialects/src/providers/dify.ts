import { channelField } from './channel-fields.ts';
import { joinUrl } from './join-url.ts';
import { bearerAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** One key is one application, which decides itself what models it asks: names of models are labels. */
export const dify: ProviderSpec = {
  type: 37,
  name: 'dify',
  label: 'Dify',
  color: '#5682d1',
  defaultBaseUrl: 'https://api.dify.ai',
  baseUrlRequired: false,
  upstreamDialect: 'dify-chat',
  endpoints: {},
  surfaces: {
    'dify-chat': { url: (base) => joinUrl(base, '/v1', '/chat-messages'), auth: bearerAuth },
  },
  modelListUrl: null,
  auth: bearerAuth,
  supportsStreamOptions: false,
  fields: [channelField('base_url', 'difyBase', 'https://api.dify.ai')],
  keyHint: 'providers.keys.dify',
  balance: null,
  models: [],
};
