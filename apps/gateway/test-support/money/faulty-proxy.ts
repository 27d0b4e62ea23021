import { findFreePort } from '@tollgate/tools';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A breakable connection between a gateway and its database. */
export interface FaultyProxy {
  /** The database's address through this line. */
  readonly url: string;
  /** Ends all connections and refuses new ones, like a stopped server. */
  cut(): Promise<void>;
  /** Keeps connections open and forwards nothing, like a suspended process or a lost network. */
  freeze(): void;
  /** The same for open connections only, as when a firewall drops them: new ones work. */
  forget(): void;
  restore(): Promise<void>;
  close(): Promise<void>;
}

/** Puts a line in front of a database. */
export async function startFaultyProxy(databaseUrl: string): Promise<FaultyProxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let frozen = false;
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (frozen) from.pause();
    }
  });
  // A port that nobody else gets while the line is cut.
  const port = await findFreePort();
  await listen(server, port);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return {
    url: url.href,
    cut,
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    forget() {
      for (const socket of sockets) socket.pause();
    },
    async restore() {
      frozen = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(server, port);
    },
    close: async () => (server.listening ? cut() : undefined),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
