import { messagesSources } from '../anthropic-messages/remote-sources.ts';
import { ollamaSources } from '../ollama-chat/remote-sources.ts';
import { chatSources } from '../openai-chat/remote-sources.ts';
import { channelField } from './channel-fields.ts';
import { messagesEndpoint, responsesEndpoint } from './chat-endpoints.ts';
import { joinUrl } from './join-url.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { BuildUrl, ProviderSpec } from './provider-spec.ts';

/** Its own API is served next to the one under /v1. */
const nativeUrl =
  (end: string): BuildUrl =>
  (base) =>
    joinUrl(base.trim().replace(/\/v1\/*$/, ''), '/api', end);

export const ollama: ProviderSpec = {
  type: 4,
  name: 'ollama',
  label: 'Ollama',
  color: '#6e6e78',
  defaultBaseUrl: 'http://localhost:11434',
  baseUrlRequired: false,
  upstreamDialect: 'ollama-chat',
  endpoints: openAiEndpoints('/v1', ['chat', 'completions']),
  chatEndpoints: {
    'openai-responses': responsesEndpoint('/v1', bearerAuth),
    'anthropic-messages': messagesEndpoint('/v1'),
    'ollama-chat': { url: nativeUrl('/chat'), auth: bearerAuth },
  },
  remoteSources: {
    'openai-chat': chatSources,
    'anthropic-messages': messagesSources,
    'ollama-chat': ollamaSources,
  },
  auxiliaryEndpoints: { embeddings: { format: 'ollama-embeddings', url: nativeUrl('/embed') } },
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  fields: [
    channelField('base_url', 'ollamaBase', 'http://localhost:11434'),
    channelField('setting', 'ollamaSetting', '{"dialect":"ollama-chat"}'),
  ],
  keyHint: 'providers.keys.ollama',
  balance: null,
  models: [
    'llama3.3',
    'qwen3',
    'gpt-oss:20b',
    'gpt-oss:120b',
    'deepseek-r1',
    'gemma3',
    'mistral',
    'nomic-embed-text',
  ],
};
