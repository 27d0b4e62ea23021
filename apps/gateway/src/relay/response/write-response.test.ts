import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { commonHeaders, endWithBody } from './write-response.ts';

test.each([
  ['nothing', 0],
  ['a small body', 1000],
  ['the largest body of one write', 16 * 1024],
  ['a large body', 300_000],
])('%s arrives byte for byte, whatever the bytes', async (_name, size) => {
  const body = Uint8Array.from({ length: size }, (_, index) => (index * 7) % 256);
  const server = createServer((_request, response) =>
    endWithBody(response, 200, commonHeaders('id-1'), body),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const result = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(result.headers.get('x-request-id')).toBe('id-1');
    expect(result.headers.get('content-length')).toBe(String(size));
    expect(Buffer.from(await result.arrayBuffer()).equals(body)).toBe(true);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
