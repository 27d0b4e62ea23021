import { encodeText } from '../json/encode-text.ts';
import { recordOf } from '../json/loose-values.ts';
import { parseJson } from '../json/parse-json.ts';
import { channelField } from './channel-fields.ts';
import type { TransportCall, UpstreamTransport } from './upstream-transport.ts';
import { joinUrl } from './join-url.ts';
import { bearerAuth } from './openai-endpoints.ts';
import type { ProviderSpec } from './provider-spec.ts';

/** Completion applications and workflows, if the channel's settings select them. */
function difyTransport({
  kind,
  named: selected,
  key,
  baseUrl,
  other,
}: TransportCall): UpstreamTransport | undefined {
  if (kind !== 'chat' || (selected !== 'dify-completion' && selected !== 'dify-workflow'))
    return undefined;
  const base = baseUrl.trim() === '' ? dify.defaultBaseUrl : baseUrl;
  const end = selected === 'dify-completion' ? '/completion-messages' : '/workflows/run';
  const input = other.trim();
  return {
    format: selected,
    url: joinUrl(base, '/v1', end),
    headers: bearerAuth(key),
    ...(input === '' ? {} : { wrapBody: (body) => renameQuery(body, input) }),
  };
}

/** Applications choose the names of their inputs. */
function renameQuery(body: Uint8Array, input: string): Uint8Array {
  const request = recordOf(parseJson(body));
  const { query, ...inputs } = recordOf(request.inputs);
  return encodeText(JSON.stringify({ ...request, inputs: { ...inputs, [input]: query } }));
}

/** A key belongs to one application, which decides which models it calls: model names are only labels. */
export const dify: ProviderSpec = {
  type: 37,
  name: 'dify',
  label: 'Dify',
  color: '#5682d1',
  defaultBaseUrl: 'https://api.dify.ai',
  baseUrlRequired: false,
  upstreamDialect: 'dify-chat',
  endpoints: {},
  chatEndpoints: {
    'dify-chat': { url: (base) => joinUrl(base, '/v1', '/chat-messages'), auth: bearerAuth },
  },
  transport: difyTransport,
  modelListUrl: null,
  auth: bearerAuth,
  supportsStreamOptions: false,
  fields: [
    channelField('base_url', 'difyBase', 'https://api.dify.ai'),
    channelField('other', 'difyInput', 'query'),
    channelField('setting', 'difySetting', '{"dialect":"dify-workflow"}'),
  ],
  keyHint: 'providers.keys.dify',
  balance: null,
  models: [],
};
