import { midjourneyModels } from './midjourney-models.ts';
import { noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** Image tasks; they have a relay of their own. */
export const midjourneyProxy: ProviderSpec = {
  type: 2,
  name: 'midjourney-proxy',
  label: 'Midjourney Proxy',
  color: '#6b7fa8',
  defaultBaseUrl: 'https://oa.api2d.net',
  baseUrlRequired: false,
  upstreamDialect: null,
  endpoints: {},
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: false,
  fields: [],
  keyHint: 'providers.keys.drawing',
  balance: null,
  models: midjourneyModels,
};
