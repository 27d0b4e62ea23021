import { channelField } from './channel-fields.ts';
import { generateEndpoint, messagesEndpoint, responsesEndpoint } from './chat-endpoints.ts';
import { customUrl } from './custom-url.ts';
import { bearerAuth, openAiUrl, realtimeUrl } from './openai-endpoints.ts';
import { dashboardBalance } from './provider-balances.ts';
import type { ProviderSpec } from './provider-spec.ts';

/**
 * Any compatible server: Groq, Together, vLLM, other gateways. The settings may select another dialect than
 * OpenAI's.
 */
export const custom: ProviderSpec = {
  type: 8,
  name: 'custom',
  label: 'custom',
  color: '#7a8691',
  defaultBaseUrl: '',
  baseUrlRequired: true,
  upstreamDialect: 'openai-chat',
  endpoints: {
    chat: customUrl('chat'),
    completions: customUrl('completions'),
    embeddings: customUrl('embeddings'),
    moderations: customUrl('moderations'),
    rerank: customUrl('rerank'),
    ocr: customUrl('ocr'),
    images: customUrl('images'),
    'image-edits': customUrl('image-edits'),
    'image-variations': customUrl('image-variations'),
    speech: customUrl('speech'),
    transcriptions: customUrl('transcriptions'),
    translations: customUrl('translations'),
    realtime: realtimeUrl('/v1'),
  },
  chatEndpoints: {
    'openai-responses': { ...responsesEndpoint('/v1', bearerAuth), onlyWhenNamed: true },
    'anthropic-messages': { ...messagesEndpoint('/v1'), onlyWhenNamed: true },
    'gemini-generate': { ...generateEndpoint(() => '/v1beta'), onlyWhenNamed: true },
  },
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  mayLackMaxCompletionTokens: true,
  labelKey: 'providers.labels.custom',
  fields: [
    channelField('base_url', 'customBase', 'https://api.example.com/v1', true),
    channelField('setting', 'customSetting', '{"dialect":"anthropic-messages"}'),
  ],
  keyHint: 'providers.keys.default',
  balance: dashboardBalance,
  models: [],
};
