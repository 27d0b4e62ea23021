import { noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** Shut down by its maker; kept so that old channels are shown. */
export const palm: ProviderSpec = {
  type: 11,
  name: 'palm',
  label: 'PaLM2',
  color: '#9a8f6a',
  defaultBaseUrl: 'https://generativelanguage.googleapis.com',
  baseUrlRequired: false,
  upstreamDialect: null,
  endpoints: {},
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: false,
  fields: [],
  keyHint: 'providers.keys.retired',
  balance: null,
  models: [],
};
