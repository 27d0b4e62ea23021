import { channelField } from './channel-fields.ts';
import { splitBase } from './join-url.ts';
import { bearerAuth } from './openai-endpoints.ts';
import { aiProxyBalance } from './provider-balances.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const aiProxyLibrary: ProviderSpec = {
  type: 21,
  name: 'ai-proxy-library',
  label: 'AI Proxy knowledge base',
  color: '#8a7a5c',
  defaultBaseUrl: 'https://api.aiproxy.io',
  baseUrlRequired: false,
  upstreamDialect: 'ai-proxy-library',
  endpoints: {},
  chatEndpoints: {
    'ai-proxy-library': {
      url: (base) => `${splitBase(base).origin}/api/library/ask`,
      auth: bearerAuth,
    },
  },
  bodyMembers: ({ other }) => ({ libraryId: other.trim() }),
  modelListUrl: null,
  auth: bearerAuth,
  supportsStreamOptions: false,
  labelKey: 'providers.labels.aiProxyLibrary',
  fields: [channelField('other', 'libraryId', '', true)],
  keyHint: 'providers.keys.default',
  balance: aiProxyBalance,
  models: [],
};
