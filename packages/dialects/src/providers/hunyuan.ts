import { channelField } from './channel-fields.ts';
import { hunyuanTransport } from './hunyuan-transport.ts';
import { hunyuanKeys } from './key-form.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/**
 * API keys (sk-…) use the OpenAI-compatible endpoint, AppId|SecretId|SecretKey keys the signed calls of
 * Tencent Cloud's own API.
 */
export const hunyuan: ProviderSpec = {
  type: 23,
  name: 'hunyuan',
  label: 'Hunyuan',
  color: '#4c7fd0',
  defaultBaseUrl: 'https://api.hunyuan.cloud.tencent.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat', 'embeddings']),
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: false,
  transport: hunyuanTransport,
  speaksWithKey: (key) => !key.includes('|'),
  fields: [channelField('key', 'hunyuanKey', 'sk-…', true)],
  keyHint: 'providers.keys.hunyuan',
  keyForm: hunyuanKeys,
  balance: null,
  models: ['hy4', 'hy3', 'hunyuan-turbos-latest', 'hunyuan-lite', 'hunyuan-embedding'],
};
