import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { HttpResponse } from './platform/http-server/http-exchange.ts';

/** Graceful shutdown: how long draining a server may take, and what it needs. */
export interface DrainOptions {
  /** How long open connections may send further calls; each is answered and then closed. */
  lingerMs: number;
  /** How long running calls may take after that. */
  graceMs: number;
  /** Calls in progress. */
  openCalls: () => number;
  /** Ends the calls still running, with an error to their clients. */
  cut?: () => void;
}

/** How long cut calls may take to be charged and reported, and clients to receive that. */
const CUT_MS = 10_000;
const FLUSH_MS = 2000;

const LOOK_EVERY_MS = 20;

/**
 * Graceful shutdown: drains a server without failing a call. New connections are refused at once,
 * so that a load balancer fails over before it has sent anything. Calls on open connections are
 * still served for `lingerMs`, with `connection: close` (see {@link closeAfterResponse}). Idle
 * connections are closed last, as a call may be on its way to them.
 */
export async function drainServer(
  server: Server,
  { lingerMs, graceMs, openCalls, cut }: DrainOptions,
): Promise<void> {
  // The HTTP server's own close would cut idle connections right away.
  const closed = new Promise<void>((resolve) =>
    NetServer.prototype.close.call(server, () => resolve()),
  );
  await waitUntil(async () => (await countConnections(server)) === 0, lingerMs);
  server.closeIdleConnections();
  await waitUntil(() => {
    server.closeIdleConnections();
    return openCalls() === 0;
  }, graceMs);
  if (openCalls() > 0 && cut) {
    cut();
    await waitUntil(() => openCalls() === 0, CUT_MS);
    await waitUntil(async () => {
      server.closeIdleConnections();
      return (await countConnections(server)) === 0;
    }, FLUSH_MS);
  }
  server.closeAllConnections();
  await closed;
  // Stops Node's timer for slow clients, which would keep the server in memory.
  server.close();
}

/** Tells the client that this connection accepts no further call. */
export function closeAfterResponse(response: HttpResponse): void {
  response.shouldKeepAlive = false;
}

function countConnections(server: Server): Promise<number> {
  return new Promise((resolve) =>
    server.getConnections((error, count) => resolve(error ? 0 : count)),
  );
}

async function waitUntil(done: () => boolean | Promise<boolean>, limitMs: number): Promise<void> {
  const deadline = performance.now() + limitMs;
  while (!(await done()) && performance.now() < deadline)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}
