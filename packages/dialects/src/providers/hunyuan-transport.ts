import { parseTencentKey, signTencentRequest } from '../signing/tencent-tc3.ts';
import type { TransportCall, UpstreamTransport } from './upstream-transport.ts';
import { splitBase } from './join-url.ts';

const BASE = 'https://hunyuan.tencentcloudapi.com';
const VERSION = { service: 'hunyuan', version: '2023-09-01' };
const CALLS = {
  chat: { format: 'hunyuan-chat', action: 'ChatCompletions' },
  embeddings: { format: 'hunyuan-embeddings', action: 'GetEmbedding' },
} as const;

/** Signs calls of Tencent Cloud's API with AppId|SecretId|SecretKey keys; undefined for other keys. */
export function hunyuanTransport({
  kind,
  key,
  baseUrl,
}: TransportCall): UpstreamTransport | undefined {
  const secret = parseTencentKey(key);
  const call = kind === 'chat' || kind === 'embeddings' ? CALLS[kind] : undefined;
  if (!call || !secret) return undefined;
  const { format, action } = call;
  const { origin } = splitBase(baseUrl.trim() === '' ? BASE : baseUrl);
  const host = origin.replace(/^.*\/\//, '');
  return {
    format,
    url: `${origin}/`,
    headers: {},
    credential: {
      kind: 'signed',
      sign: ({ body, nowMs }, crypto) =>
        signTencentRequest({ ...VERSION, action, host, body, nowMs }, secret, crypto),
    },
  };
}
