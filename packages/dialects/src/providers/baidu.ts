import { baiduTransport } from './baidu-transport.ts';
import { baiduKeys } from './key-form.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/**
 * bce-v3/… keys use the OpenAI-compatible v2 endpoint, the older AK|SK pairs the first API with tokens
 * obtained for them.
 */
export const baidu: ProviderSpec = {
  type: 15,
  name: 'baidu',
  label: 'Baidu',
  color: '#5570c4',
  defaultBaseUrl: 'https://qianfan.baidubce.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v2', ['chat', 'embeddings', 'rerank', 'images']),
  modelListUrl: openAiUrl('/v2', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  transport: baiduTransport,
  speaksWithKey: (key) => key.startsWith('bce-v3/'),
  fields: [],
  keyHint: 'providers.keys.baidu',
  keyForm: baiduKeys,
  balance: null,
  models: [
    'ernie-5.1',
    'ernie-5.0',
    'ernie-4.5-turbo-128k',
    'ernie-4.5-turbo-32k',
    'ernie-x1.1',
    'ernie-x1-turbo-32k',
    'ernie-speed-pro-128k',
    'ernie-4.0-8k',
    'ernie-3.5-8k',
    'ernie-speed-128k',
    'ernie-lite-8k',
    'embedding-v1',
    'bge-large-zh',
    'irag-1.0',
    'flux.1-schnell',
    'stable-diffusion-xl',
  ],
};
