import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { createManualClock } from './clock.ts';
import { openEventStream } from './event-stream.ts';
import { startRawCall } from './raw-call.ts';
import { completeScript } from './script.ts';

test('a stream waits for a slow reader instead of filling memory, and ends when the reader disconnects', async () => {
  const event = 'x'.repeat(1024 * 1024);
  let sent = 0;
  let over: () => void;
  const ended = new Promise<void>((resolve) => {
    over = resolve;
  });
  const server = createServer(async (_request, response) => {
    const stream = openEventStream({
      body: {},
      script: completeScript({}),
      response,
      clock: createManualClock(),
      errorEvent: () => '',
    });
    while (sent < 64 && !response.destroyed) {
      await stream.send(event);
      sent += 1;
    }
    over();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const call = startRawCall((server.address() as AddressInfo).port, {});
  await call.untilReceived('data: ');
  call.socket.pause();
  for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(sent).toBeLessThan(64);
  call.socket.destroy();
  await ended;
  await new Promise((resolve) => server.close(resolve));
});
