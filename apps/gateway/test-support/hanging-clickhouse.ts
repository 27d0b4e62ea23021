import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Starts a proxy to a ClickHouse that can be made to hang: requests are then accepted and never answered. */
export async function startHangingClickhouse(address?: string) {
  let hangs = address === undefined;
  const { username, password, host, pathname } = new URL(address ?? 'http://a:b@c/d');
  const held: ServerResponse[] = [];
  let onHeld = () => {};
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      if (hangs) {
        held.push(response);
        onHeld();
        return;
      }
      const headers = Object.fromEntries(
        Object.entries(request.headers).filter(([name]) => name.startsWith('x-clickhouse')),
      ) as Record<string, string>;
      const target = new URL(request.url ?? '/', `http://${host}`);
      const upstreamResponse = await fetch(target, { method: 'POST', headers, body });
      response.writeHead(upstreamResponse.status).end(await upstreamResponse.text());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${username}:${password}@127.0.0.1:${port}${pathname}`,
    hang: () => void (hangs = true),
    /** Resolves when a request is waiting. */
    async waiting() {
      if (held.length === 0) await new Promise<void>((resolve) => (onHeld = resolve));
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
