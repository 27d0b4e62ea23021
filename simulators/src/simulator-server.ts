import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SimulatorRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface SimulatorResponse {
  status?: number;
  /** An object is sent as JSON, a string as a page, bytes with `contentType`. */
  body: unknown;
  contentType?: string;
  /** URL that the browser is redirected to. */
  location?: string;
}

/** A provider on a real socket. */
export interface SimulatorServer {
  url: string;
  /** All requests so far, oldest first. */
  calls: SimulatorRequest[];
  /** Responds to every request with this status until called with undefined. */
  fail(status: number | undefined): void;
  /**
   * Runs this after each request was handled, before its response is sent, until called with undefined. If it
   * throws, the response is lost.
   */
  beforeResponse(hook: ((request: SimulatorRequest) => Promise<void>) | undefined): void;
  close(): Promise<void>;
}

const BODY_BYTES_MAX = 1024 * 1024;

/** Serves `respond` on a port, by default a free one. */
export async function startSimulatorServer(
  respond: (call: SimulatorRequest, url: string) => SimulatorResponse | Promise<SimulatorResponse>,
  port = 0,
): Promise<SimulatorServer> {
  const calls: SimulatorRequest[] = [];
  let failure: number | undefined;
  let hook: Parameters<SimulatorServer['beforeResponse']>[0];
  let address = '';
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > BODY_BYTES_MAX) return void request.destroy();
      chunks.push(chunk);
    }
    const target = new URL(request.url ?? '/', address);
    const call: SimulatorRequest = {
      method: request.method ?? 'GET',
      path: target.pathname,
      query: target.searchParams,
      headers: request.headers,
      text: Buffer.concat(chunks).toString('utf8'),
    };
    calls.push(call);
    const failed = { status: failure ?? 0, body: { message: 'down' } };
    const answered = failure === undefined ? await respond(call, address) : failed;
    const isLost = await hook?.(call).then(
      () => false,
      () => true,
    );
    if (isLost) return void request.socket.destroy();
    const { status = 200, body, location, contentType }: SimulatorResponse = answered;
    const isPage = typeof body === 'string';
    response.writeHead(location === undefined ? status : 302, {
      'content-type': contentType ?? (isPage ? 'text/html' : 'application/json'),
      ...(location === undefined ? {} : { location }),
    });
    response.end(isPage || body instanceof Uint8Array ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: address,
    calls,
    fail(status) {
      failure = status;
    },
    beforeResponse(next) {
      hook = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
