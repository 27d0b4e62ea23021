import { buildFault } from '../faults/build-fault.ts';
import { readErrorObject } from '../faults/read-error-object.ts';
import type { ErrorObject } from '../faults/error-object.ts';
import { readRetryAfterMs } from '../faults/read-retry-after.ts';
import type { UpstreamFault } from '../faults/upstream-fault.ts';
import { parseJsonText } from '../json/parse-json.ts';

/** A failed response of an upstream that speaks the OpenAI dialect. */
export interface FailedResponse {
  readonly status: number;
  /** With lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The start of the body; truncated JSON loses only its details. */
  readonly bodyExcerpt: string;
  /** The caller's clock in milliseconds, for Retry-After dates if the response has no Date. */
  readonly nowMs?: number;
}

const EXCERPT_MAX = 65_536;

/** Classifies a failed response. Never throws, whatever the upstream sent. */
export function classifyFault(response: FailedResponse): UpstreamFault {
  const text = response.bodyExcerpt.slice(0, EXCERPT_MAX).trim();
  const parsed = parseJsonText(text);
  const error = readErrorObject(parsed ?? readErrorText(text), true);
  const fault = buildFault(
    response.status,
    withAmazonType(error, response.headers),
    readRetryAfterMs(response.headers, text, response.nowMs),
  );
  return isByFirewall(response.status, text) ? { ...fault, byFirewall: true } : fault;
}

/** What firewalls respond to a suspicious request: a page, or Cloudflare's short form of one. */
const FIREWALL_TEXT = /^(?:<|error code: 1\d{3}$)/;

/** Whether the response is not the provider's, but that of a firewall in front of it (405 is Alibaba's). */
function isByFirewall(status: number, text: string): boolean {
  return (status === 403 || status === 405) && FIREWALL_TEXT.test(text);
}

/** AWS puts the error's type in a header, followed by a meaningless URL. */
function withAmazonType(
  error: ErrorObject | undefined,
  headers: FailedResponse['headers'],
): ErrorObject | undefined {
  const code = headers['x-amzn-errortype']?.split(':')[0];
  if (!code) return error;
  return { ...(error ?? { message: '', type: null, param: null }), code };
}

/** Keeps plain text; an HTML page or truncated JSON is not shown to anyone. */
function readErrorText(text: string): string | undefined {
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.){1,2000}")/.exec(text)?.[1];
  if (message !== undefined) {
    const parsed = parseJsonText(message);
    if (typeof parsed === 'string') return parsed;
  }
  return /^[<{[]/.test(text) || text.length > 500 ? undefined : text;
}
