import { channelField } from './channel-fields.ts';
import { noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** Music tasks; they have a relay of their own. */
export const suno: ProviderSpec = {
  type: 36,
  name: 'suno',
  label: 'Suno',
  color: '#a3759c',
  defaultBaseUrl: '',
  baseUrlRequired: true,
  upstreamDialect: null,
  endpoints: {},
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: false,
  fields: [channelField('base_url', 'sunoBase', 'https://suno.example.com', true)],
  keyHint: 'providers.keys.default',
  balance: null,
  models: ['suno_music', 'suno_lyrics'],
};
