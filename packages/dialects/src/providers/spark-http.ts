import { joinUrl } from './join-url.ts';
import { bearerAuth, CALL_PATHS } from './openai-endpoints.ts';
import type { BuildUrl } from './provider-spec.ts';

/** Reasoning models are under /v2, all others under /v1. */
export const sparkUrl: BuildUrl = (base, { model }) => {
  const reasoning = model === 'x1' || model.startsWith('spark-x');
  return joinUrl(base, reasoning ? '/v2' : '/v1', CALL_PATHS.chat);
};

/** Sends an APIPassword as it is; for APPID|APISecret|APIKey the HTTP endpoint expects APIKey:APISecret. */
export function sparkAuth(key: string): Record<string, string> {
  const [, secret, apiKey] = key.split('|');
  return bearerAuth(secret && apiKey ? `${apiKey}:${secret}` : key);
}
