import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const volcEngine: ProviderSpec = {
  type: 45,
  name: 'volcengine',
  label: 'VolcEngine',
  color: '#4d8fb5',
  defaultBaseUrl: 'https://ark.cn-beijing.volces.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/api/v3', ['chat', 'embeddings', 'images']),
  modelListUrl: openAiUrl('/api/v3', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  bodyRules: {
    thoughtsBeyondLimit: 65_536,
    // Source: Volcengine "Deep thinking": from Seed 1.6 on the default is enabled.
    thinksWhenAsked: /^doubao-(?!seed|.*thinking)/,
  },
  fields: [],
  keyHint: 'providers.keys.default',
  balance: null,
  models: [
    'doubao-seed-2-1-pro-260915',
    'doubao-seed-2-1-turbo-260628',
    'doubao-seed-2-1-lite-260915',
    'doubao-seed-2-0-pro-260215',
    'doubao-seed-2-0-lite-260428',
    'doubao-seed-2-0-mini-260428',
    'doubao-seed-1-8-251228',
  ],
};
