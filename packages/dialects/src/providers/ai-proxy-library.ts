import { channelField } from './channel-fields.ts';
import { noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const aiProxyLibrary: ProviderSpec = {
  type: 21,
  name: 'ai-proxy-library',
  label: 'AI Proxy knowledge base',
  color: '#8a7a5c',
  defaultBaseUrl: 'https://api.aiproxy.io',
  baseUrlRequired: false,
  upstreamDialect: null,
  endpoints: {},
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: false,
  labelKey: 'providers.labels.aiProxyLibrary',
  fields: [channelField('other', 'libraryId', '', true)],
  keyHint: 'providers.keys.default',
  balance: null,
  models: [],
};
