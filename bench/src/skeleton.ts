import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';

export interface SkeletonServer {
  server: Server;
  close(): Promise<void>;
}

/**
 * The minimum a gateway on node:http and undici has to do: read the body, send it to one upstream, forward
 * the response chunk by chunk. No key, no price, no log.
 */
export function createSkeleton(upstream: string): SkeletonServer {
  const pool = new Pool(upstream, { connections: 1024, pipelining: 1 });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => forward(pool, request, chunks, response));
  });
  return {
    server,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await pool.destroy();
    },
  };
}

function forward(
  pool: Pool,
  request: IncomingMessage,
  chunks: Buffer[],
  response: ServerResponse,
): void {
  const headers = {
    'content-type': 'application/json',
    authorization: request.headers.authorization ?? '',
  };
  const [first] = chunks;
  const body = chunks.length === 1 && first ? first : Buffer.concat(chunks);
  pool.dispatch(
    {
      path: request.url ?? '/',
      method: request.method as Dispatcher.HttpMethod,
      headers,
      body: body.length > 0 ? body : null,
    },
    handOn(response),
  );
}

function handOn(response: ServerResponse): Dispatcher.DispatchHandler {
  return {
    onRequestStart(controller) {
      response.on('drain', () => controller.resume());
      response.on('close', () => {
        if (!response.writableFinished) controller.abort(new Error('the client left'));
      });
    },
    onResponseStart(_controller, status, headers) {
      const forwarded: Record<string, string> = { 'content-type': String(headers['content-type']) };
      if (headers['content-length'])
        forwarded['content-length'] = String(headers['content-length']);
      response.writeHead(status, forwarded);
    },
    onResponseData(controller, chunk) {
      if (!response.write(chunk)) controller.pause();
    },
    onResponseEnd() {
      response.end();
    },
    onResponseError() {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    },
  };
}

if (import.meta.main)
  createSkeleton(process.env['UPSTREAM'] ?? '').server.listen(
    Number(process.env['PORT']),
    '127.0.0.1',
  );
