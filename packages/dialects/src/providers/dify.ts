import { noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const dify: ProviderSpec = {
  type: 37,
  name: 'dify',
  label: 'Dify',
  color: '#5682d1',
  defaultBaseUrl: 'https://api.dify.ai',
  baseUrlRequired: false,
  upstreamDialect: null,
  endpoints: {},
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: false,
  fields: [],
  keyHint: 'providers.keys.dify',
  balance: null,
  models: [],
};
