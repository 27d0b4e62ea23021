import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Returns an address on which nothing listens, so that every connection is refused. */
export async function findRefusedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
