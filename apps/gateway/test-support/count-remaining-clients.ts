import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { queryObjects } from 'node:v8';
import { parentPort } from 'node:worker_threads';
import { Client } from 'undici';
import { createOutbound } from '../src/platform/outbound.ts';

/** What addresses that callers name do: respond, or not at all, or too much, or what nobody decodes. */
const BEHAVIORS: readonly RequestListener[] = [
  (_request, response) => void response.end('short'),
  () => undefined,
  (_request, response) => void response.end('a'.repeat(100_000)),
  (_request, response) => void response.writeHead(200, { 'content-encoding': 'rot13' }).end('x'),
];
const HOSTS = 30;
/** Kept until the end, as the gateway keeps its own. */
const outbound = createOutbound(true, { forCallers: true });
const COUNTS_MAX = 20;
/** The newest connections may still be referenced. */
const EXPECTED_MAX = 4;

/**
 * A worker, because counting objects walks the whole heap, which here is small. Posts how many clients remain of
 * thirty addresses of each kind.
 */
await Promise.all(BEHAVIORS.map(callHosts));
parentPort?.postMessage(await countRemaining());

async function callHosts(listener: RequestListener): Promise<void> {
  const leave = new AbortController();
  let asked = 0;
  const server = createServer((request, response) => {
    listener(request, response);
    asked += 1;
    if (asked === HOSTS) setImmediate(() => leave.abort());
  });
  await once(server.listen(0, '0.0.0.0'), 'listening');
  const { port } = server.address() as AddressInfo;
  const { signal } = leave;
  const call = (host: number) =>
    outbound({ url: `http://127.0.1.${host}:${port}`, timeoutMs: 10_000, maxBytes: 1000, signal });
  await Promise.allSettled(Array.from({ length: HOSTS }, (_, host) => call(host + 1)));
  server.closeAllConnections();
  server.close();
}

/** Returns how many clients are still reachable, once that no longer falls. */
async function countRemaining(): Promise<number> {
  let count = Number.POSITIVE_INFINITY;
  for (let times = 0; times < COUNTS_MAX && count > EXPECTED_MAX; times += 1) {
    // oxlint-disable-next-line no-await-in-loop -- connections close in between
    await new Promise((resolve) => setImmediate(resolve));
    count = queryObjects(Client, { format: 'count' });
  }
  return count;
}
