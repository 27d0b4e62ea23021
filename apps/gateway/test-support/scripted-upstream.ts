import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call that has arrived at a scripted upstream and waits for the test's instructions. */
export interface ScriptedCall {
  readonly path: string;
  readonly body: string;
  /** Starts a response with status 200, of events unless another type is given. */
  begin(contentType?: string): void;
  /** Sends a chunk of the response; resolves when the kernel has it. */
  write(chunk: string): Promise<void>;
  /** Ends the response normally. */
  end(chunk?: string): void;
  /** Refuses the call. */
  refuse(status: number): void;
  /** Resets the connection. */
  cut(): void;
  /** Resolves once the gateway has closed the connection. */
  readonly hungUp: Promise<void>;
}

/** An upstream whose responses a test writes chunk by chunk. */
export interface ScriptedUpstream {
  readonly url: string;
  /** Calls that arrived so far. */
  readonly arrived: number;
  /** Calls that have arrived and not yet been returned by `next`. */
  readonly waiting: number;
  /** Releases whoever waits for the next call. */
  drop(): void;
  /** Returns the next call, in order of arrival. */
  next(): Promise<ScriptedCall>;
  close(): Promise<void>;
}

/** Starts an upstream on a free port of this machine. */
export async function startScriptedUpstream(): Promise<ScriptedUpstream> {
  const ready: ScriptedCall[] = [];
  const waiting: ((call: ScriptedCall) => void)[] = [];
  let arrived = 0;
  const server = createServer(async (request, response) => {
    const call = await openCall(request, response);
    arrived += 1;
    const take = waiting.shift();
    if (take) take(call);
    else ready.push(call);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    get arrived() {
      return arrived;
    },
    get waiting() {
      return ready.length;
    },
    drop() {
      waiting.length = 0;
    },
    next() {
      const call = ready.shift();
      return call ? Promise.resolve(call) : new Promise((resolve) => waiting.push(resolve));
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function openCall(request: IncomingMessage, response: ServerResponse): Promise<ScriptedCall> {
  const hungUp = new Promise<void>((resolve) => response.once('close', resolve));
  response.on('error', () => {});
  let body = '';
  request.setEncoding('utf8');
  for await (const chunk of request) body += String(chunk);
  return {
    path: request.url ?? '',
    body,
    begin: (type = 'text/event-stream') => void response.writeHead(200, { 'content-type': type }),
    write: (chunk) => new Promise((resolve) => response.write(chunk, () => resolve())),
    end: (chunk) => void response.end(chunk),
    refuse: (status) =>
      void response.writeHead(status).end(JSON.stringify({ error: { message: 'no' } })),
    cut: () => void response.socket?.resetAndDestroy(),
    hungUp,
  };
}
