import { splitBase } from './join-url.ts';
import { bearerAuth } from './openai-endpoints.ts';
import type { BuildUrl, ProviderSpec } from './provider-spec.ts';

/** Replaces the API version in the base URL by the required one. */
const cohereUrl =
  (end: string): BuildUrl =>
  (base) => {
    const { origin, path } = splitBase(base);
    return `${origin}${path.replace(/(?:\/compatibility)?\/v\d+.*$/, '')}${end}`;
  };

/** Uses its own API, version 2: the OpenAI-compatible one supports neither thoughts nor documents. */
export const cohere: ProviderSpec = {
  type: 34,
  name: 'cohere',
  label: 'Cohere',
  color: '#5c8f83',
  defaultBaseUrl: 'https://api.cohere.ai',
  baseUrlRequired: false,
  upstreamDialect: 'cohere-chat',
  endpoints: {},
  chatEndpoints: { 'cohere-chat': { url: cohereUrl('/v2/chat'), auth: bearerAuth } },
  auxiliaryEndpoints: {
    embeddings: { format: 'cohere-embeddings', url: cohereUrl('/v2/embed') },
    rerank: { format: 'cohere-rerank', url: cohereUrl('/v2/rerank') },
  },
  modelListUrl: cohereUrl('/v1/models?page_size=1000'),
  auth: bearerAuth,
  supportsStreamOptions: false,
  fields: [],
  keyHint: 'providers.keys.default',
  balance: null,
  models: [
    'command-a-plus-05-2026',
    'command-a-03-2025',
    'command-r-plus-08-2024',
    'command-r-08-2024',
    'command-r7b-12-2024',
    'embed-v4.0',
    'rerank-v3.5',
  ],
};
