import { buildZhipuToken } from '../signing/signed-tokens.ts';
import type { TransportCall, UpstreamTransport } from './upstream-transport.ts';
import { openAiEndpoints } from './openai-endpoints.ts';

/** Of version 4 of Zhipu's API. */
export const zhipuEndpoints = openAiEndpoints('/api/paas/v4', [
  'chat',
  'embeddings',
  'rerank',
  'images',
  'speech',
  'transcriptions',
]);
const BASE = 'https://open.bigmodel.cn';
const KEY = /^[0-9a-f]{32}\.[0-9a-z]{16}$/i;
/** Longer than any clock skew, and short in case a token leaks. */
const LIFETIME_MS = 3_600_000;

/**
 * Signs a token for each call with Zhipu's own keys (id.secret), so that the secret stays here; undefined for
 * other keys, which are sent as they are.
 */
export function zhipuTransport({
  kind,
  key,
  model,
  baseUrl,
  other,
}: TransportCall): UpstreamTransport | undefined {
  const buildUrl = zhipuEndpoints[kind];
  if (!buildUrl || !KEY.test(key)) return undefined;
  return {
    format: 'openai-chat',
    url: buildUrl(baseUrl === '' ? BASE : baseUrl, { model, other }),
    headers: {},
    credential: {
      kind: 'signed',
      sign: ({ nowMs }, crypto) => ({
        authorization: `Bearer ${buildZhipuToken(key, nowMs, LIFETIME_MS, crypto) ?? key}`,
      }),
    },
  };
}
