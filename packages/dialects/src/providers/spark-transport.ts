import { encodeText } from '../json/encode-text.ts';
import { recordOf } from '../json/loose-values.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { buildSparkUrl } from '../signing/signed-tokens.ts';
import { endsSparkResponse } from '../spark-chat/read-frame.ts';
import type { TransportCall, UpstreamTransport } from './upstream-transport.ts';
import { splitBase } from './join-url.ts';
import { ownValue } from '../json/own-value.ts';

const BASE = 'wss://spark-api.xf-yun.com';
const VERSION = 'v2.1';

/** Each model has a URL of its own. */
const PATHS: Readonly<Record<string, string>> = {
  lite: '/v1.1/chat',
  generalv2: '/v2.1/chat',
  generalv3: '/v3.1/chat',
  'pro-128k': '/chat/pro-128k',
  'generalv3.5': '/v3.5/chat',
  'max-32k': '/chat/max-32k',
  '4.0Ultra': '/v4.0/chat',
  x1: '/v1/x1',
};
const MODELS = new Map(Object.entries(PATHS).map(([model, path]) => [path, model]));
/** Names with or without a version: SparkDesk, SparkDesk-v3.5. */
const DESK = /^sparkdesk(?:-(v\d+\.\d+))?$/i;

/** Channels that select this format, with an APPID|APISecret|APIKey key, use a signed WebSocket. */
export function sparkTransport({
  kind,
  named: selected,
  key,
  model,
  baseUrl,
  other,
}: TransportCall): UpstreamTransport | undefined {
  const [appId, apiSecret, apiKey] = key.split('|').map((part) => part.trim());
  if (kind !== 'chat' || selected !== 'spark-chat' || !appId || !apiSecret || !apiKey)
    return undefined;
  const { domain, path } = findVersion(model, other.trim() || VERSION);
  const address = `${rootOf(baseUrl)}${path}`;
  return {
    format: 'spark-chat',
    url: address,
    headers: {},
    credential: {
      kind: 'signed',
      sign: () => ({}),
      signUrl: ({ nowMs }, crypto) =>
        buildSparkUrl(address, { apiKey, apiSecret }, new Date(nowMs).toUTCString(), crypto),
    },
    wrapBody: (body) => signIn(body, appId, domain),
    socket: { isLast: (message) => endsSparkResponse(recordOf(parseJson(message))) },
  };
}

function findVersion(model: string, version: string): { domain: string; path: string } {
  const deskModel = DESK.exec(model);
  const known = deskModel ? undefined : ownValue(PATHS, model);
  const path = known ?? `/${deskModel?.[1] ?? version}/chat`;
  return { domain: deskModel ? (MODELS.get(path) ?? model) : model, path };
}

function rootOf(baseUrl: string): string {
  if (baseUrl.trim() === '') return BASE;
  const { origin, path } = splitBase(baseUrl);
  return `${origin}${path}`.replace(/^http/, 'ws');
}

/** The request names the application, and the model that the URL selects. */
function signIn(body: Uint8Array, appId: string, domain: string): Uint8Array {
  const question = parseJson(body);
  if (!isRecord(question)) return body;
  const parameter = recordOf(question.parameter);
  const chat = { ...recordOf(parameter.chat), domain };
  const header = { ...recordOf(question.header), app_id: appId };
  return encodeText(JSON.stringify({ ...question, header, parameter: { ...parameter, chat } }));
}
