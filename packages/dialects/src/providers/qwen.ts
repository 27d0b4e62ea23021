import { rootMessagesEndpoint, responsesEndpoint } from './chat-endpoints.ts';
import { qwenTransport } from './qwen-transport.ts';
import { splitBase } from './join-url.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const qwen: ProviderSpec = {
  type: 17,
  name: 'qwen',
  label: 'Qwen',
  color: '#7266b8',
  defaultBaseUrl: 'https://dashscope.aliyuncs.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/compatible-mode/v1', ['chat', 'embeddings']),
  chatEndpoints: {
    'openai-responses': responsesEndpoint('/compatible-mode/v1', bearerAuth),
    'anthropic-messages': rootMessagesEndpoint('/apps/anthropic/v1'),
  },
  transport: qwenTransport,
  auxiliaryEndpoints: {
    images: {
      format: 'dashscope-images',
      url: (base) =>
        `${splitBase(base).origin}/api/v1/services/aigc/multimodal-generation/generation`,
    },
    rerank: {
      format: 'dashscope-rerank',
      url: (base) => `${splitBase(base).origin}/api/v1/services/rerank/text-rerank/text-rerank`,
    },
  },
  files: { url: (end) => openAiUrl('/compatible-mode/v1', end) },
  modelListUrl: openAiUrl('/compatible-mode/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  bodyRules: {
    bounds: { top_p: [0.01, 0.99] },
    thoughtsBeyondLimit: 81_920,
    // Source: Alibaba "Deep thinking", June 2026: Qwen3.5 and later, QwQ, QVQ and open Qwen3 models think by default.
    thinksWhenAsked:
      /^qwen(?:-(?:max|plus|turbo|flash|long|vl|mt|coder|omni)|[12]|3-(?:max|coder|vl|omni)(?!.*thinking))|instruct/,
    streamsOnly: /^(?:qwq|qvq)-|^qwen3-\d+b/,
  },
  fields: [],
  keyHint: 'providers.keys.openai',
  balance: null,
  models: [
    'qwen3.8-max-0902',
    'qwen3.8-flash',
    'qwen3.7-max',
    'qwen3.7-plus',
    'qwen3.6-plus',
    'qwen3.6-flash',
    'qwen3.5-plus',
    'qwen3-max',
    'qwen-max',
    'qwen-plus',
    'qwen-turbo',
    'qwen-flash',
    'qwen3-coder-plus',
    'qwq-plus',
    'qwen-vl-max',
    'qwen-vl-plus',
    'qwen3-235b-a22b',
    'qwen3-32b',
    'qwen3-8b',
    'qwen-image',
    'qwen-image-plus',
    'wan2.6-t2i',
    'wan2.5-t2i-preview',
    'wan2.2-t2i-flash',
    'gte-rerank-v2',
    'text-embedding-v3',
    'text-embedding-v4',
  ],
};
