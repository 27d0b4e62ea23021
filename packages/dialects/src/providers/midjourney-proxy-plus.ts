import { midjourneyModels, midjourneyPlusModels } from './midjourney-models.ts';
import { noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** Image tasks; they have a relay of their own. */
export const midjourneyProxyPlus: ProviderSpec = {
  type: 5,
  name: 'midjourney-proxy-plus',
  label: 'Midjourney Proxy Plus',
  color: '#57709e',
  defaultBaseUrl: 'https://api.openai-sb.com',
  baseUrlRequired: false,
  upstreamDialect: null,
  endpoints: {},
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: false,
  fields: [],
  keyHint: 'providers.keys.drawing',
  balance: null,
  models: [...midjourneyModels, ...midjourneyPlusModels],
};
