import { Readable } from 'node:stream';
import { AddressNotAllowed, isUrlReachable } from './address-guard.ts';
import { openClient } from './outbound.ts';

export interface StreamedRequest {
  url: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** Pieces that are sent as they come; none for undefined. */
  body?: AsyncIterable<Uint8Array>;
  signal: AbortSignal;
}

export interface StreamedResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Must be read to its end or destroyed. */
  body: Readable;
}

/** Sends one request whose bodies pass piece by piece, in either direction. */
export type OutboundStream = (request: StreamedRequest) => Promise<StreamedResponse>;

/**
 * The way out for files: allowed addresses only, no redirects followed, nothing held in memory.
 * Rejects where there is no response.
 */
export function createOutboundStream(allowPrivate: boolean): OutboundStream {
  let opened: ReturnType<typeof openClient> | undefined;
  return async ({ url, method, headers, body, signal }) => {
    const target = new URL(url);
    if (!isUrlReachable(target, allowPrivate)) throw new AddressNotAllowed(target.hostname);
    const { request, dispatcher } = await (opened ??= openClient(allowPrivate));
    const response = await request(target, {
      dispatcher,
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      body: body ? Readable.from(body, { objectMode: false }) : null,
      signal,
    });
    return { status: response.statusCode, headers: response.headers, body: response.body };
  };
}
