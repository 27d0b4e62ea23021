import type { Translation } from '@tollgate/dialects';
import type { Outbound, OutboundResponse } from '../../platform/outbound.ts';
import type { Domain } from '../domain.ts';
import type { ChannelRoute } from './channel-route.ts';
import { requestOverWebSocket } from './request-over-websocket.ts';
import { buildAuthorizedRequest, namedHeaders } from './upstream-request.ts';

/** What a request to an upstream outside the relay requires. */
export interface UpstreamTools {
  domain: Pick<Domain, 'config' | 'clock' | 'upstreamAccessTokens'>;
  outbound: Outbound;
}

export interface RequestLimits {
  timeoutMs: number;
  /** Of the response, in bytes. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** Called with the size of each chunk of the response; never for upstreams behind a WebSocket. */
  onBytes?: ((bytes: number) => void) | undefined;
}

/**
 * Sends a translated call to an upstream and reads the whole response, for an administrator: nobody is
 * charged. Rejects if no response arrives, and with AccessTokenRefused.
 */
export async function requestUpstream(
  { domain, outbound }: UpstreamTools,
  { route, translation }: { route: ChannelRoute; translation: Translation },
  { timeoutMs, maxBytes, signal, onBytes }: RequestLimits,
): Promise<Pick<OutboundResponse, 'status' | 'headers' | 'text'>> {
  const request = await buildAuthorizedRequest(domain, route, {
    url: route.url,
    body: translation.body,
    dialect: translation.from,
    clientHeaders: {},
  });
  const { url, method, body = new Uint8Array() } = request;
  const { socket } = route.host ?? {};
  const allowPrivate = domain.config.ALLOW_PRIVATE_UPSTREAMS;
  const limits = { timeoutMs, maxBytes, signal };
  return socket
    ? requestOverWebSocket({ url, body, socket, allowPrivate, ...limits })
    : outbound({
        url,
        method,
        headers: namedHeaders(request),
        body: Buffer.from(body).toString(),
        ...limits,
        onBytes,
      });
}
