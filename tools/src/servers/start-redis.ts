import { findFreePort } from './find-free-port.ts';
import {
  createServerFolder,
  type RecoverableServer,
  startRecoverableServer,
} from './start-server.ts';

/** Starts a Redis without persistence on a free port of the loopback address. */
export async function startRedis(binary: string): Promise<RecoverableServer> {
  const folder = createServerFolder('redis');
  const port = await findFreePort();
  return startRecoverableServer({
    binary,
    args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    folder,
    url: `redis://127.0.0.1:${port}`,
    readyText: 'Ready to accept connections',
    stopSignal: 'SIGTERM',
  });
}
