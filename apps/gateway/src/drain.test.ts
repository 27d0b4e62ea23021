import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, test } from 'vitest';
import { closeAfterResponse, drainServer } from './drain.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const noAgent = () => new Agent({ keepAlive: false });
let server: Server;
afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

/** Starts a server that counts its calls; `hold` delays responses until it resolves. */
async function start(hold: Promise<void> = Promise.resolve()) {
  const state = { open: 0, draining: false, begun: Promise.withResolvers<void>() };
  server = createServer((_request, response) => {
    if (state.draining) closeAfterResponse(response);
    state.open += 1;
    state.begun.resolve();
    void hold.then(() => {
      response.end('whole');
      state.open -= 1;
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { state, port: (server.address() as AddressInfo).port };
}

async function call(port: number, by: Agent): Promise<{ text: string; headers: object }> {
  const sent = request({ port, host: '127.0.0.1', agent: by });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return { text, headers: answer.headers };
}

test('while draining, a call on an open connection is answered and its connection closed', async () => {
  const { state, port } = await start();
  await call(port, agent);
  state.draining = true;
  const drained = drainServer(server, {
    lingerMs: 20_000,
    graceMs: 20_000,
    openCalls: () => state.open,
  });
  await expect(call(port, noAgent())).rejects.toThrow('ECONNREFUSED');
  const answer = await call(port, agent);
  expect(answer.text).toBe('whole');
  expect(answer.headers).toMatchObject({ connection: 'close' });
  await drained;
});

test('a call in progress when the drain starts finishes before the drain ends', async () => {
  const hold = Promise.withResolvers<void>();
  const { state, port } = await start(hold.promise);
  const running = call(port, noAgent());
  await state.begun.promise;
  let over = false;
  const drained = drainServer(server, {
    lingerMs: 0,
    graceMs: 20_000,
    openCalls: () => state.open,
  }).then(() => {
    over = true;
  });
  await expect(call(port, noAgent())).rejects.toThrow('ECONNREFUSED');
  expect(over).toBe(false);
  hold.resolve();
  expect((await running).text).toBe('whole');
  await drained;
});

test('a call that exceeds the grace period is cut off', async () => {
  const { state, port } = await start(new Promise(() => {}));
  const running = call(port, noAgent());
  await state.begun.promise;
  const drained = drainServer(server, { lingerMs: 0, graceMs: 50, openCalls: () => state.open });
  await expect(running).rejects.toThrow();
  await drained;
});

test('nothing keeps a drained server, or what its handlers hold, in memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { port, forgotten } = await (async () => {
    const { port } = await start();
    expect((await call(port, agent)).text).toBe('whole');
    const forgotten = new WeakRef(server);
    await drainServer(server, { lingerMs: 0, graceMs: 0, openCalls: () => 0 });
    server = createServer();
    return { port, forgotten };
  })();
  await expect(call(port, noAgent())).rejects.toThrow(/ECONNREFUSED/);
  await expect
    .poll(() => {
      collect();
      return forgotten.deref();
    })
    .toBeUndefined();
});
