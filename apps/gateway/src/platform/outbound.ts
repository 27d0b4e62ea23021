import type { Readable } from 'node:stream';
import { ChunkList } from './chunk-list.ts';
import { lookupForCallers } from './lookup-for-callers.ts';
import { AddressNotAllowed, createGuardedLookup, isUrlAllowed } from './ssrf-guard.ts';
import { decodeBody } from './decode-body.ts';

export interface OutboundRequest {
  url: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Limit of the response, before and after decompression. */
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
  /** The body as UTF-8. */
  readonly text: string;
}

class OutboundTooLarge extends Error {}

/** Loads the HTTP client on the first request, so that a gateway starts a tenth of a second faster. */
export async function openClient(
  allowPrivate: boolean,
  { keepsOpen, forCallers = false }: { keepsOpen: boolean; forCallers?: boolean },
) {
  const { Agent, Client, request } = await import('undici');
  const lookup = createGuardedLookup(allowPrivate, forCallers ? lookupForCallers : undefined);
  const connect = { lookup, timeout: 10_000 };
  const pipelining = keepsOpen ? 1 : 0;
  const options = { connect, keepAliveTimeout: 1000, pipelining };
  return {
    request,
    dispatcher: new Agent(options),
    /**
     * Opens a connection for one request, to be destroyed after it. An agent keeps 20 kB for each origin whose
     * response was aborted, for ever; those that callers choose are without number.
     */
    openOnce: ({ origin }: URL) => new Client(origin, options),
  };
}

/** Sends one request to a configured address. */
export type Outbound = (request: OutboundRequest) => Promise<OutboundResponse>;

/**
 * Creates the client for requests other than the relay's: model lists, tests, balances, tokens, clients'
 * media. Allowed addresses only, no redirects followed, limited in time and size. Compressed responses are
 * decoded although none was asked for. With `keepsOpen` false each request has its own connection: if a
 * kept-alive one turned out to be closed, it would be unknown whether a request that must not be sent twice
 * was sent. `forCallers` is for addresses that callers or users choose: each request has its own connection,
 * too, and nothing remains of it.
 */
export function createOutbound(
  allowPrivate: boolean,
  { keepsOpen = true, forCallers = false }: { keepsOpen?: boolean; forCallers?: boolean } = {},
): Outbound {
  let opened: ReturnType<typeof openClient> | undefined;
  return async (outboundRequest) => {
    const {
      url,
      method = 'GET',
      headers = {},
      body: requestBody,
      timeoutMs,
      maxBytes,
      onBytes,
      signal,
    } = outboundRequest;
    const target = new URL(url);
    if (!isUrlAllowed(target, allowPrivate)) throw new AddressNotAllowed(target.hostname);
    const client = await (opened ??= openClient(allowPrivate, { keepsOpen, forCallers }));
    const own = forCallers ? client.openOnce(target) : undefined;
    try {
      const response = await client.request(target, {
        dispatcher: own ?? client.dispatcher,
        method,
        headers: { 'accept-encoding': 'identity', ...headers },
        body: requestBody ?? null,
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
      });
      const { statusCode: status, headers: responseHeaders } = response;
      const body = decodeBody(response.body, responseHeaders);
      const bytes = await readAll(body, { maxBytes, onBytes });
      return {
        status,
        headers: responseHeaders,
        bytes,
        get text() {
          return bytes.toString('utf8');
        },
      };
    } finally {
      void own?.destroy();
    }
  };
}

async function readAll(
  body: Readable,
  { maxBytes, onBytes }: Pick<OutboundRequest, 'maxBytes' | 'onBytes'>,
): Promise<Buffer> {
  const chunks = new ChunkList();
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (chunks.bytes + chunk.length > maxBytes)
      throw new OutboundTooLarge(`more than ${maxBytes} bytes`);
    onBytes?.(chunk.length);
    chunks.push(chunk);
  }
  return chunks.take();
}
