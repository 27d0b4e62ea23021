import { chatSources } from '../openai-chat/remote-sources.ts';
import { bearerAuth, openAiEndpoints, openAiUrl } from './openai-endpoints.ts';
import { moonshotBalance } from './provider-balances.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const moonshot: ProviderSpec = {
  type: 25,
  name: 'moonshot',
  label: 'Moonshot',
  color: '#51597a',
  defaultBaseUrl: 'https://api.moonshot.cn',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: openAiEndpoints('/v1', ['chat']),
  modelListUrl: openAiUrl('/v1', '/models'),
  auth: bearerAuth,
  supportsStreamOptions: true,
  remoteSources: { 'openai-chat': chatSources },
  bodyRules: { bounds: { temperature: [0, 1] } },
  fields: [],
  keyHint: 'providers.keys.openai',
  balance: moonshotBalance,
  models: [
    'kimi-k3.1-pro',
    'kimi-k3.1-pro-highspeed',
    'kimi-k3',
    'kimi-k2.7-code',
    'kimi-k2.7-code-highspeed',
    'kimi-k2.6',
    'kimi-k2.5',
  ],
};
