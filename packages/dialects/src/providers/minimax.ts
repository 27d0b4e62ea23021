import { besideMessagesSurface, responsesSurface } from './chat-surfaces.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const miniMax: ProviderSpec = {
  type: 35,
  name: 'minimax',
  label: 'MiniMax',
  color: '#b8666b',
  defaultBaseUrl: 'https://api.minimaxi.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat']),
  surfaces: {
    'openai-responses': responsesSurface('/v1', bearerAuth),
    'anthropic-messages': besideMessagesSurface('/anthropic/v1'),
  },
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  bodyRules: { bounds: { temperature: [0.01, 1] } },
  fields: [],
  keyHint: 'providers.keys.default',
  balance: null,
  models: ['MiniMax-M3', 'MiniMax-M3.1-Flash', 'MiniMax-M2.7', 'MiniMax-M2.7-highspeed'],
};
