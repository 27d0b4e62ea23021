import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const baiduV2: ProviderSpec = {
  type: 46,
  name: 'baidu-v2',
  label: 'Baidu V2',
  color: '#6079c9',
  defaultBaseUrl: 'https://qianfan.baidubce.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v2', ['chat', 'embeddings', 'rerank', 'images']),
  modelListUrl: openAiUrl('/v2', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  fields: [],
  keyHint: 'providers.keys.baiduV2',
  balance: null,
  models: [
    'ernie-5.1',
    'ernie-5.0',
    'ernie-4.5-turbo-128k',
    'ernie-4.5-turbo-32k',
    'ernie-x1.1',
    'ernie-x1-turbo-32k',
    'ernie-speed-pro-128k',
    'irag-1.0',
    'flux.1-schnell',
  ],
};
