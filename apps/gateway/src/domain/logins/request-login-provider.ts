import { AppError } from '../../platform/app-error.ts';
import type { Outbound, OutboundRequest } from '../../platform/outbound.ts';
import { parseJson } from '../../platform/parse-json.ts';

const TIMEOUT_MS = 15_000;
const ANSWER_BYTES_MAX = 256 * 1024;

/** What a site answers, as far as it is JSON with members. Throws AppError oauth_site_unreachable. */
export async function requestLoginProvider(
  outbound: Outbound,
  request: Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body'>,
): Promise<Record<string, unknown>> {
  const unreachable = (cause: unknown) => new AppError('oauth_site_unreachable', {}, { cause });
  const answer = await outbound({
    ...request,
    timeoutMs: TIMEOUT_MS,
    maxBytes: ANSWER_BYTES_MAX,
  }).catch((error: unknown) => {
    throw unreachable(error);
  });
  const said = parseJson(answer.text);
  if (typeof said !== 'object' || said === null || answer.status >= 500)
    throw unreachable(new Error(`the site answered ${answer.status}`));
  return said as Record<string, unknown>;
}

/** A member that has to be a text or a number that stands for somebody; empty for anything else. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' ? value : '';
}
