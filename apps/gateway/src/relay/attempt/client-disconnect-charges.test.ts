import { CHAT_DIALECTS } from '@tollgate/contract';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import { MODEL_OF } from '../../../test-support/dialect-scene.ts';
import { WIRES } from '../../../test-support/dialect-wires.ts';
import {
  type EndedCallScene,
  startEndedCallScene,
} from '../../../test-support/ended-call-scene.ts';
import { PAIRS } from '../../../test-support/pair-cases.ts';
import { DrainSlots } from '../response/drain-slots.ts';

const scenes = new Map<string, Promise<EndedCallScene>>();
const sceneOf = (policy: string) => {
  const setting = policy === '' ? {} : { on_client_gone: policy };
  let scene = scenes.get(policy);
  if (!scene) scenes.set(policy, (scene = startEndedCallScene({ setting })));
  return scene;
};
afterAll(async () => {
  await Promise.all([...scenes.values()].map(async (scene) => (await scene).close()));
});

const REPORTED = { prompt: 60, completion: 700 };

describe.each(PAIRS)('a client of %s that disconnects %s', (from, to) => {
  const wire = WIRES[to];

  test('a client that disconnects before a whole response arrived pays what it costs, as it is read to its end', async () => {
    const scene = await sceneOf('');
    const { client, call } = await scene.call(from, to, false);
    await scene.leave(client);
    call.begin('application/json');
    call.end(wire.whole('Hello there', REPORTED));
    const row = await scene.row();
    expect(row).toMatchObject({ type: 2, prompt_tokens: 60, completion_tokens: 700 });
    expect(row.other).toMatchObject({
      end: 'client_gone',
      on_client_gone: 'drain',
      drained: 'whole',
    });
    expect(row.quota).toBe(chargeOf(row));
  });

  test('a client that disconnects before a stream has started pays for its input, and the upstream is aborted', async () => {
    const scene = await sceneOf('');
    const { client, call } = await scene.call(from, to, true);
    await scene.leave(client);
    await call.hungUp;
    const row = await scene.row();
    expect(row).toMatchObject({ type: 2, completion_tokens: 0 });
    expect(row.prompt_tokens).toBeGreaterThan(0);
    expect(row.quota).toBeGreaterThan(0);
    expect(row.other).toMatchObject({
      end: 'client_gone',
      on_client_gone: 'charge',
      estimated: true,
    });
  });
});

describe.each(CHAT_DIALECTS)('a channel of %s', (dialect) => {
  const wire = WIRES[dialect];

  test.each([true, false])(
    'the abort policy charges nothing for a response that had not started, and the log records it (stream: %s)',
    async (stream) => {
      const scene = await sceneOf('abort');
      const { client, call } = await scene.call(dialect, dialect, stream);
      await scene.leave(client);
      await call.hungUp;
      expect(await scene.row()).toMatchObject({
        type: 5,
        quota: 0,
        other: { error_code: 'client_gone', on_client_gone: 'abort' },
      });
    },
  );

  test('the charge policy also aborts a whole response, and charges its input', async () => {
    const scene = await sceneOf('charge');
    const { client, call } = await scene.call(dialect, dialect, false);
    await scene.leave(client);
    await call.hungUp;
    const row = await scene.row();
    expect(row).toMatchObject({ type: 2, completion_tokens: 0 });
    expect(row.quota).toBeGreaterThan(0);
    expect(row.other).toMatchObject({ on_client_gone: 'charge', estimated: true });
  });

  test('the drain policy reads a stream that had not started to its end', async () => {
    const scene = await sceneOf('drain');
    const { client, call } = await scene.call(dialect, dialect, true);
    await scene.leave(client);
    call.begin();
    call.end(wire.start() + wire.text('Hi') + wire.finish() + wire.usage(REPORTED) + wire.last());
    const row = await scene.row();
    expect(row).toMatchObject({ prompt_tokens: 60, completion_tokens: 700 });
    expect(row.other).toMatchObject({ on_client_gone: 'drain', drained: 'whole' });
  });

  test('a drained response whose upstream fails costs nothing', async () => {
    const scene = await sceneOf('');
    const { client, call } = await scene.call(dialect, dialect, false);
    await scene.leave(client);
    call.cut();
    expect(await scene.row()).toMatchObject({
      type: 5,
      quota: 0,
      other: { on_client_gone: 'failed' },
    });
  });
});

test('a call of which no byte reached the upstream is free', async () => {
  const scene = await sceneOf('');
  // Accepts connections but never completes TLS, so nothing is sent.
  const knocked = Promise.withResolvers<void>();
  const mute = createServer(() => knocked.resolve()).listen(0, '127.0.0.1');
  await new Promise((resolve) => mute.once('listening', resolve));
  const { port } = mute.address() as AddressInfo;
  const model = 'gpt-4.1';
  await scene.gateway.channel({ key: 'k', base_url: `https://127.0.0.1:${port}`, models: model });
  const client = scene.open(WIRES['openai-chat'].call(model, false, 'Hi'));
  await knocked.promise;
  await scene.leave(client);
  expect(await scene.row()).toMatchObject({
    quota: 0,
    other: { error_code: 'client_gone', on_client_gone: 'not-sent' },
  });
  mute.close();
});

test('a user may leave only a limited number of responses to be drained: further ones are aborted and charged', async () => {
  const slots = new DrainSlots(2, 3);
  const [first, second] = [slots.acquire(1), slots.acquire(1)];
  expect([typeof first, typeof second, slots.acquire(1)]).toEqual([
    'function',
    'function',
    undefined,
  ]);
  const other = slots.acquire(2);
  expect([typeof other, slots.acquire(3), slots.inUse]).toEqual(['function', undefined, 3]);
  first?.();
  first?.();
  expect([slots.inUse, typeof slots.acquire(1), slots.acquire(2)]).toEqual([
    2,
    'function',
    undefined,
  ]);
});

test('a drained response still counts as a running call of its user', async () => {
  const scene = await sceneOf('');
  const rules = JSON.stringify([{ per: 'user', match: ['*'], concurrent: 1 }]);
  await scene.gateway.setOption('RateLimits', rules);
  const { client, call } = await scene.call('openai-chat', 'openai-chat', false);
  await scene.leave(client);
  const refused = scene.open(WIRES['openai-chat'].call(MODEL_OF['openai-chat'], false, 'Hi'));
  expect(await refused.status()).toBe(429);
  call.begin('application/json');
  call.end(WIRES['openai-chat'].whole('Yes', REPORTED));
  await scene.row();
  await scene.gateway.setOption('RateLimits', '[]');
});
