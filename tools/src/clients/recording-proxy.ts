import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as the client sent it, and the response. */
export interface Exchange {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  status: number;
  /** The raw body, including its framing. */
  responseText: string;
}

export interface RecordingProxy {
  /** Origin, without a trailing slash. */
  readonly url: string;
  /** Returns all calls since the last `take`, in order of arrival. */
  take(): Exchange[];
  close(): Promise<void>;
}

/** Starts a proxy between a client and the gateway that records everything. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const exchanges: Exchange[] = [];
  const server = createServer((incoming, response) => {
    void handOn(target, incoming, response, exchanges).catch((error: unknown) =>
      response.destroy(error as Error),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => exchanges.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handOn(
  target: string,
  incoming: IncomingMessage,
  response: ServerResponse,
  exchanges: Exchange[],
): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = incoming;
  const exchange: Exchange = { method, path, headers: {}, body: '', status: 0, responseText: '' };
  exchanges.push(exchange);
  for (const [name, value] of Object.entries(headers)) exchange.headers[name] = String(value);
  const body = await readAll(incoming);
  exchange.body = body.toString('utf8');
  const { 'transfer-encoding': _chunked, ...passed } = headers;
  const outgoing = request(target + path, {
    method,
    headers: { ...passed, ...(body.length > 0 ? { 'content-length': body.length } : {}) },
  });
  outgoing.once('error', () => response.destroy());
  response.once('close', () => outgoing.destroy());
  outgoing.once('response', (upstreamResponse) => {
    exchange.status = upstreamResponse.statusCode ?? 0;
    response.writeHead(exchange.status, upstreamResponse.headers);
    const text = new TextDecoder();
    upstreamResponse.on(
      'data',
      (chunk: Buffer) => (exchange.responseText += text.decode(chunk, { stream: true })),
    );
    upstreamResponse.pipe(response);
  });
  outgoing.end(body);
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
