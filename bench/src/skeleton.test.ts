import { startOpenAiSimulator } from '@tollgate/simulators';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSkeleton } from './skeleton.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start() {
  const simulator = await startOpenAiSimulator();
  const skeleton = createSkeleton(simulator.url);
  await new Promise<void>((resolve) => skeleton.server.listen(0, '127.0.0.1', resolve));
  closing.push(
    () => skeleton.close(),
    () => simulator.close(),
  );
  const { port } = skeleton.server.address() as AddressInfo;
  const post = (origin: string, body: object) =>
    fetch(`${origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer sk-a' },
      body: JSON.stringify(body),
    });
  return { simulator, url: `http://127.0.0.1:${port}`, ask: post };
}

const body = (content: string, stream: boolean) => ({
  model: 'm',
  stream,
  messages: [{ role: 'user', content }],
});

test.each([false, true])(
  'the skeleton forwards a response byte for byte (stream: %s)',
  async (stream) => {
    const { simulator, url, ask: post } = await start();
    const through = await post(url, body('hi', stream));
    const direct = await post(simulator.url, body('hi', stream));
    expect([through.status, through.headers.get('content-type'), await through.text()]).toEqual([
      direct.status,
      direct.headers.get('content-type'),
      await direct.text(),
    ]);
    expect(simulator.requests[0]).toMatchObject({
      body: simulator.requests[1]?.body,
      headers: { authorization: 'Bearer sk-a' },
    });
  },
);

test('a stream that ends early upstream never ends cleanly', async () => {
  const { url, ask: post } = await start();
  const response = await post(url, body('{"sim":{"fault":"cut-mid-stream"}}', true));
  await expect(response.text()).rejects.toThrow();
});

test('a client disconnect ends the upstream call', async () => {
  const { simulator, url, ask: post } = await start();
  const response = await post(url, body('{"sim":{"fault":"stall-mid-stream"}}', true));
  await response.body?.cancel();
  await simulator.until(({ abandoned }) => abandoned === 1);
});
