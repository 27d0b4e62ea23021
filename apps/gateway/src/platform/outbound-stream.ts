import { Readable } from 'node:stream';
import { AddressNotAllowed, isUrlAllowed } from './ssrf-guard.ts';
import { decodeBody } from './decode-body.ts';
import { openClient } from './outbound.ts';

export interface StreamedRequest {
  url: string;
  method: 'GET' | 'POST' | 'DELETE';
  headers: Record<string, string>;
  /** Chunks that are sent as they arrive, or a text; no body if undefined. */
  body?: AsyncIterable<Uint8Array> | string | undefined;
  signal: AbortSignal;
}

export interface StreamedResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Must be read to its end or destroyed. */
  body: Readable;
}

/** Sends one request whose bodies are streamed in both directions. */
export type OutboundStream = (request: StreamedRequest) => Promise<StreamedResponse>;

/**
 * Creates the client for files: allowed addresses only, no redirects followed, nothing buffered. Each request
 * has its own connection, because a partially sent body cannot be resent when a kept-alive one turns out to
 * be closed. Compressed responses are decoded. Rejects when there is no response.
 */
export function createOutboundStream(allowPrivate: boolean): OutboundStream {
  let opened: ReturnType<typeof openClient> | undefined;
  return async ({ url, method, headers, body, signal }) => {
    const target = new URL(url);
    if (!isUrlAllowed(target, allowPrivate)) throw new AddressNotAllowed(target.hostname);
    const { request, dispatcher } = await (opened ??= openClient(allowPrivate, {
      keepsOpen: false,
    }));
    const response = await request(target, {
      dispatcher,
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      body: typeof body === 'object' ? Readable.from(body, { objectMode: false }) : (body ?? null),
      signal,
    });
    const { statusCode: status, headers: responseHeaders } = response;
    const decoded = decodeBody(response.body, responseHeaders);
    // Destroying a body that nobody reads emits an error.
    return { status, headers: responseHeaders, body: decoded.on('error', () => {}) };
  };
}
