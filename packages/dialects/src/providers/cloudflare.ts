import { channelField } from './channel-fields.ts';
import { bearerAuth, openAiEndpoints } from './openai-endpoints.ts';
import type { ProviderSpec, UrlTarget } from './provider-spec.ts';

const accountPrefix = ({ other }: UrlTarget) =>
  `/client/v4/accounts/${encodeURIComponent(other.trim())}/ai/v1`;

export const cloudflare: ProviderSpec = {
  type: 39,
  name: 'cloudflare',
  label: 'Cloudflare',
  color: '#c08552',
  defaultBaseUrl: 'https://api.cloudflare.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints(accountPrefix, ['chat', 'embeddings']),
  modelListUrl: null,
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
  ],
};
