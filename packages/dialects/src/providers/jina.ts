import { joinUrl } from './join-url.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const jina: ProviderSpec = {
  type: 38,
  name: 'jina',
  label: 'Jina',
  color: '#5a9a9a',
  defaultBaseUrl: 'https://api.jina.ai',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: {
    ...openAiEndpoints('/v1', ['rerank']),
    chat: (base) =>
      joinUrl(base.replace('//api.jina.ai', '//deepsearch.jina.ai'), '/v1', '/chat/completions'),
  },
  auxiliaryEndpoints: {
    embeddings: { format: 'jina-embeddings', url: openAiUrl('/v1', '/embeddings') },
  },
  modelListUrl: null,
  auth: bearerAuth,
  supportsStreamOptions: false,
  fields: [],
  keyHint: 'providers.keys.jina',
  balance: null,
  models: ['jina-embeddings-v4', 'jina-embeddings-v3', 'jina-reranker-v3', 'jina-reranker-m0'],
};
