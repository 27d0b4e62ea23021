import { encodeText } from '../json/encode-text.ts';
import { isRecord, parseJson } from '../json/parse-json.ts';
import { baiduAccessTokens } from '../signing/baidu-access-tokens.ts';
import type { TransportCall, UpstreamTransport } from './upstream-transport.ts';
import { splitBase } from './join-url.ts';
import { ownValue } from '../json/own-value.ts';

const BASE = 'https://aip.baidubce.com';
const ROOT = '/rpc/2.0/ai_custom/v1/wenxinworkshop';

/** URL endings that differ from the model's name in lower case. */
const CHAT_ENDS: Readonly<Record<string, string>> = {
  'ernie-4.0-8k': 'completions_pro',
  'ernie-bot-4': 'completions_pro',
  'ernie-3.5-8k': 'completions',
  'ernie-bot': 'completions',
  'ernie-speed-8k': 'ernie_speed',
  'ernie-speed': 'ernie_speed',
  'ernie-bot-turbo': 'eb-instant',
  'ernie-functions-8k': 'ernie-func-8k',
  'bloomz-7b': 'bloomz_7b1',
};
const IMAGE_ENDS: Readonly<Record<string, string>> = { 'stable-diffusion-xl': 'sd_xl' };
const EMBEDDING_ENDS: Readonly<Record<string, string>> = {
  'bge-large-zh': 'bge_large_zh',
  'bge-large-en': 'bge_large_en',
  'tao-8k': 'tao_8k',
};

/** Exchanges AK|SK keys for a token of Baidu's first API; undefined for other keys. */
export function baiduTransport({
  kind,
  key,
  model,
  baseUrl,
}: TransportCall): UpstreamTransport | undefined {
  const { origin, path } = splitBase(baseUrl.trim() === '' ? BASE : baseUrl);
  const base = origin + path;
  const credential = baiduAccessTokens(base, key);
  if (!credential) return undefined;
  const name = model.toLowerCase();
  if (kind === 'chat') {
    const url = `${base}${ROOT}/chat/${encodeURIComponent(ownValue(CHAT_ENDS, name) ?? name)}`;
    return { format: 'baidu-chat', url, headers: {}, credential };
  }
  if (kind === 'images') {
    const url = `${base}${ROOT}/text2image/${encodeURIComponent(ownValue(IMAGE_ENDS, name) ?? name)}`;
    return { format: 'baidu-images', url, headers: {}, credential };
  }
  if (kind !== 'embeddings') return undefined;
  const url = `${base}${ROOT}/embeddings/${encodeURIComponent(ownValue(EMBEDDING_ENDS, name) ?? name)}`;
  return { format: 'openai-chat', url, headers: {}, credential, wrapBody: listInput };
}

/** Inputs are always a list here, even a single one, and the model is in the path. */
function listInput(body: Uint8Array): Uint8Array {
  const request = parseJson(body);
  if (!isRecord(request)) return body;
  const { input, user } = request;
  const inputs: unknown = typeof input === 'string' ? [input] : input;
  return encodeText(JSON.stringify({ input: inputs, ...(user ? { user_id: user } : {}) }));
}
