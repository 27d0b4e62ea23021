import { channelField } from './channel-fields.ts';
import { noAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

export const awsClaude: ProviderSpec = {
  type: 33,
  name: 'aws-claude',
  label: 'AWS Claude',
  color: '#b98a4b',
  defaultBaseUrl: '',
  baseUrlRequired: false,
  upstreamDialect: null,
  endpoints: {},
  modelListUrl: null,
  auth: noAuth,
  supportsStreamOptions: false,
  fields: [channelField('key', 'awsKey', 'AccessKey|SecretKey|us-east-1', true)],
  keyHint: 'providers.keys.aws',
  balance: null,
  models: [
    'claude-fable-5-2',
    'claude-fable-5-1',
    'claude-fable-5',
    'claude-opus-5-5',
    'claude-opus-5',
    'claude-opus-4-8',
    'claude-opus-4-7',
    'claude-opus-4-6',
    'claude-opus-4-5',
    'claude-sonnet-5-5',
    'claude-sonnet-5',
    'claude-sonnet-4-6',
    'claude-sonnet-4-5',
    'claude-haiku-5-5',
    'claude-haiku-4-5',
  ],
};
