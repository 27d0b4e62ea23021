import { parseTencentKey, signTencentRequest } from '../signing/tencent-tc3.ts';
import type { HostedCall, Hosting } from './hosting.ts';
import { splitBase } from './join-url.ts';

const BASE = 'https://hunyuan.tencentcloudapi.com';
const CALL = { service: 'hunyuan', action: 'ChatCompletions', version: '2023-09-01' };

/** Keys in the form AppId|SecretId|SecretKey sign calls of Tencent Cloud's API; undefined for others. */
export function hostHunyuan({ kind, key, baseUrl }: HostedCall): Hosting | undefined {
  const secret = parseTencentKey(key);
  if (kind !== 'chat' || !secret) return undefined;
  const { origin } = splitBase(baseUrl.trim() === '' ? BASE : baseUrl);
  const host = origin.replace(/^.*\/\//, '');
  return {
    format: 'hunyuan-chat',
    url: `${origin}/`,
    headers: {},
    credential: {
      kind: 'signed',
      sign: ({ body, nowMs }, crypto) =>
        signTencentRequest({ ...CALL, host, body, nowMs }, secret, crypto),
    },
  };
}
