import { AddressNotAllowed, createGuardedLookup, isUrlAllowed } from './ssrf-guard.ts';
import { decodeBody } from './decode-body.ts';

export interface OutboundRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Of the response, before and after decompression. */
  maxBytes: number;
  /** Called with the size of each chunk of the response; throwing aborts the request. */
  onBytes?: ((bytes: number) => void) | undefined;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
}

export interface OutboundResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** The bytes as UTF-8. */
  readonly text: string;
}

class OutboundTooLarge extends Error {}

/** Loaded with the first request: a gateway starts without it, a tenth of a second sooner. */
export async function openClient(allowPrivate: boolean, keepsOpen = true) {
  const { Agent, request } = await import('undici');
  const connect = { lookup: createGuardedLookup(allowPrivate), timeout: 10_000 };
  const pipelining = keepsOpen ? 1 : 0;
  return { request, dispatcher: new Agent({ connect, keepAliveTimeout: 1000, pipelining }) };
}

/** Sends one request to a configured address. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundResponse>;

/**
 * Outgoing requests other than the relay's: model lists, tests, balances, tokens, media of clients. Allowed
 * addresses only, no redirects followed, bounded in time and size. Compressed responses are decoded even
 * though none was asked for. Where a request must not be sent twice, and a kept-alive connection that turns out
 * to be closed would leave it open whether it was sent, each has its own (`keepsOpen` false).
 */
export function createOutbound(
  allowPrivate: boolean,
  { keepsOpen = true }: { keepsOpen?: boolean } = {},
): Outbound {
  let opened: ReturnType<typeof openClient> | undefined;
  return async (wish) => {
    const {
      url,
      method = 'GET',
      headers = {},
      body: sent,
      timeoutMs,
      maxBytes,
      onBytes: heard,
      signal,
    } = wish;
    const target = new URL(url);
    if (!isUrlAllowed(target, allowPrivate)) throw new AddressNotAllowed(target.hostname);
    const { request, dispatcher } = await (opened ??= openClient(allowPrivate, keepsOpen));
    const response = await request(target, {
      dispatcher,
      method,
      headers: { 'accept-encoding': 'identity', ...headers },
      body: sent ?? null,
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    });
    const chunks: Buffer[] = [];
    let size = 0;
    const body = decodeBody(response.body, response.headers);
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw new OutboundTooLarge(`more than ${maxBytes} bytes`);
      heard?.(chunk.length);
      chunks.push(chunk);
    }
    const bytes = Buffer.concat(chunks);
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes,
      get text() {
        return bytes.toString('utf8');
      },
    };
  };
}
