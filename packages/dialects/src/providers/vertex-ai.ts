import { channelField } from './channel-fields.ts';
import { noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const vertexAi: ProviderSpec = {
  type: 41,
  name: 'vertex-ai',
  label: 'Vertex AI',
  color: '#5580c0',
  defaultBaseUrl: '',
  baseUrlRequired: false,
  upstreamDialect: null,
  endpoints: {},
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: false,
  fields: [
    channelField('other', 'vertexRegion', '{"default":"us-central1"}', true),
    channelField('key', 'vertexKey', '{"type":"service_account"}', true),
  ],
  keyHint: 'providers.keys.vertex',
  balance: null,
  models: [
    'gemini-4-argon',
    'gemini-3.8-flash',
    'gemini-3.7-flash',
    'gemini-3.6-flash',
    'gemini-3.5-flash',
    'gemini-3.5-flash-lite',
    'gemini-3.1-pro-preview',
    'gemini-3.1-flash-lite',
    'gemini-3-flash-preview',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
    'claude-fable-5-2',
    'claude-fable-5-1',
    'claude-fable-5',
    'claude-opus-5-5',
    'claude-opus-5',
    'claude-opus-4-8',
  ],
};
