import { findFreePort } from './find-free-port.ts';
import { createServerFolder, startServer, type TestServer } from './start-server.ts';

/** Starts a Redis that keeps nothing, on a free port of the loopback address. */
export async function startRedis(binary: string): Promise<TestServer> {
  const folder = createServerFolder('redis');
  const port = await findFreePort();
  return startServer({
    binary,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    folder,
    url: `redis://127.0.0.1:${port}`,
    readyText: 'Ready to accept connections',
    stopSignal: 'SIGTERM',
  });
}
