import { channelField } from './channel-fields.ts';
import { rootMessagesEndpoint, responsesEndpoint } from './chat-endpoints.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { BuildUrl, ProviderSpec } from './provider-spec.ts';

/** Older accounts must state their group. */
const embeddingsUrl: BuildUrl = (base, target) => {
  const url = openAiUrl('/v1', '/embeddings')(base, target);
  const group = target.other.trim();
  return group === '' ? url : `${url}?GroupId=${encodeURIComponent(group)}`;
};

export const miniMax: ProviderSpec = {
  type: 35,
  name: 'minimax',
  label: 'MiniMax',
  color: '#b8666b',
  defaultBaseUrl: 'https://api.minimaxi.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat']),
  chatEndpoints: {
    'openai-responses': responsesEndpoint('/v1', bearerAuth),
    'anthropic-messages': rootMessagesEndpoint('/anthropic/v1'),
  },
  auxiliaryEndpoints: {
    embeddings: { format: 'minimax-embeddings', url: embeddingsUrl },
    speech: { format: 'minimax-speech', url: openAiUrl('/v1', '/t2a_v2') },
    images: { format: 'minimax-images', url: openAiUrl('/v1', '/image_generation') },
  },
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  bodyRules: { bounds: { temperature: [0.01, 1] } },
  fields: [channelField('other', 'minimaxGroup', '')],
  keyHint: 'providers.keys.default',
  balance: null,
  models: [
    'MiniMax-M3',
    'MiniMax-M3.1-Flash',
    'MiniMax-M2.7',
    'MiniMax-M2.7-highspeed',
    'embo-01',
    'image-01',
    'speech-2.8-hd',
    'speech-2.8-turbo',
  ],
};
