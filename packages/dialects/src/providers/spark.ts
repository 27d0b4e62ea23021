import { channelField } from './channel-fields.ts';
import { sparkTransport } from './spark-transport.ts';
import { sparkKeys, sparkSocketKeys } from './key-form.ts';
import type { ProviderSpec } from './provider-spec.ts';
import { sparkAuth, sparkUrl } from './spark-http.ts';

/**
 * Uses its HTTP endpoint. Channels that select Spark's own format, with a three-part key, use the older
 * WebSockets, to which the version in `other` applies.
 */
export const spark: ProviderSpec = {
  type: 18,
  name: 'spark',
  label: 'Spark',
  color: '#4f86c6',
  defaultBaseUrl: 'https://spark-api-open.xf-yun.com',
  baseUrlRequired: false,
  upstreamDialect: 'openai-chat',
  endpoints: { chat: sparkUrl },
  transport: sparkTransport,
  modelListUrl: null,
  auth: sparkAuth,
  supportsStreamOptions: false,
  // Otherwise calls are returned as an object instead of a list.
  bodyRules: { withTools: { tool_calls_switch: true } },
  otherDefault: 'v2.1',
  fields: [
    channelField('other', 'sparkVersion', 'v2.1'),
    channelField('setting', 'sparkSetting', '{"dialect":"spark-chat"}'),
  ],
  keyHint: 'providers.keys.spark',
  keyForm: sparkKeys,
  keyForms: { 'spark-chat': sparkSocketKeys },
  balance: null,
  models: ['lite', 'generalv3', 'pro-128k', 'generalv3.5', 'max-32k', '4.0Ultra', 'x1'],
};
