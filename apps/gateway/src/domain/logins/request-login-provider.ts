import { AppError } from '../../platform/app-error.ts';
import type { Outbound, OutboundRequest } from '../../platform/outbound.ts';
import { parseJson } from '../../platform/parse-json.ts';

const RESPONSE_BYTES_MAX = 256 * 1024;

/**
 * Sends a request to a login provider; returns the JSON object in its response. Throws AppError
 * oauth_site_unreachable, and oauth_failed if it refuses.
 */
export async function requestLoginProvider(
  outbound: Outbound,
  request: Pick<OutboundRequest, 'url' | 'method' | 'headers' | 'body' | 'timeoutMs'>,
): Promise<Record<string, unknown>> {
  const unreachable = (cause: unknown) => new AppError('oauth_site_unreachable', {}, { cause });
  const response = await outbound({ ...request, maxBytes: RESPONSE_BYTES_MAX }).catch(
    (error: unknown) => {
      throw unreachable(error);
    },
  );
  const body = parseJson(response.text);
  if (typeof body !== 'object' || body === null || Array.isArray(body) || response.status >= 500)
    throw unreachable(new Error(`the provider answered ${response.status}`));
  // Errors may have an ID, too, which is nobody's.
  if (response.status >= 300)
    throw new AppError(
      'oauth_failed',
      {},
      { internal: `the provider answered ${response.status}` },
    );
  return body as Record<string, unknown>;
}
