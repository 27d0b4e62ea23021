import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral ports, so that the system does not assign them. */
const LOWEST = 20_000;
const BEYOND = 32_000;
const TRIES = 100;

/**
 * Returns a free TCP port of the loopback address. It is not reserved, but outside the ephemeral range, so
 * that only a program that chooses it by number can take it.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const port = randomInt(LOWEST, BEYOND);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port is free: tried ${TRIES} from ${LOWEST} to ${BEYOND}`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
