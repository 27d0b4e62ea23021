import { channelField } from './channel-fields.ts';
import { responsesEndpoint } from './chat-endpoints.ts';
import { splitBase } from './join-url.ts';
import { bearerAuth, openAiEndpoints } from './openai-endpoints.ts';
import type { BuildUrl, ProviderSpec, UrlTarget } from './provider-spec.ts';

const account = ({ other }: UrlTarget) => `/client/v4/accounts/${encodeURIComponent(other.trim())}`;
/** URL for Cloudflare's own formats. */
const runUrl: BuildUrl = (base, target) =>
  `${splitBase(base).origin}${account(target)}/ai/run/${target.model}`;
const accountPrefix = (target: UrlTarget) => `${account(target)}/ai/v1`;

export const cloudflare: ProviderSpec = {
  type: 39,
  name: 'cloudflare',
  label: 'Cloudflare',
  color: '#c08552',
  defaultBaseUrl: 'https://api.cloudflare.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints(accountPrefix, ['chat', 'embeddings']),
  chatEndpoints: {
    'openai-responses': { ...responsesEndpoint(accountPrefix, bearerAuth), onlyWhenNamed: true },
  },
  auxiliaryEndpoints: {
    images: { format: 'cloudflare-images', url: runUrl },
    rerank: { format: 'cloudflare-rerank', url: runUrl },
    transcriptions: { format: 'cloudflare-transcripts', url: runUrl },
    translations: { format: 'cloudflare-transcripts', url: runUrl },
  },
  modelListUrl: (base, target) =>
    `${splitBase(base).origin}${account(target)}/ai/models/search?per_page=1000`,
  auth: bearerAuth,
  supportsStreamOptions: false,
  fields: [channelField('other', 'cloudflareAccount', '', true)],
  keyHint: 'providers.keys.cloudflare',
  balance: null,
  models: [
    '@cf/openai/gpt-oss-120b',
    '@cf/openai/gpt-oss-20b',
    '@cf/meta/llama-3.3-70b-instruct-fp8-fast',
    '@cf/meta/llama-4-scout-17b-16e-instruct',
    '@cf/qwen/qwen3-30b-a3b-fp8',
    '@cf/zai-org/glm-5.3',
    '@cf/deepseek-ai/deepseek-v4.1-flash-1017',
    '@cf/baai/bge-reranker-base',
    '@cf/openai/whisper',
    '@cf/openai/whisper-large-v3-turbo',
  ],
};
