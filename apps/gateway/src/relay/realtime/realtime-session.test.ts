import { expect, test } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
import {
  openMeter,
  openRealtimeSession,
  openSides,
} from '../../../test-support/realtime-meter-scene.ts';
import { manualClock } from '../../platform/clock.ts';
import type { UsageLogRow } from '../../domain/wallet/usage-record.ts';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { MeterContext, SessionFacts } from './meter-context.ts';
import { ResponseMeter } from './response-meter.ts';

test('usage reported just before the upstream closes is charged as reported, even while an earlier charge is pending', async () => {
  const rows: UsageLogRow[] = [];
  const stored = Promise.withResolvers<void>();
  const holder = { userId: 1, unlimited: true };
  const context = {
    holder: () => holder,
    admit: async () => holder,
    price: () => plainPrice,
    preConsumedQuota: () => 0,
    clock: manualClock(0),
    nowMs: () => 0,
    logConsume: () => true,
    formatQuota: String,
    recordClaim: () => undefined,
    limiter: { admit: async () => ({ release() {} }) },
    wallet: {
      reserve: async () => ({ amount: 0 }),
      extend: async () => true,
      void() {},
      async settle(_: unknown, { row }: { row: UsageLogRow }) {
        await stored.promise;
        rows.push(row);
      },
    },
  } as unknown as MeterContext;
  const trace = { describe: () => ({}) };
  const meter = new ResponseMeter(context, {
    requestId: 'r',
    model: 'm',
    attempts: [],
    trace,
  } as unknown as SessionFacts);
  meter.connected({ id: 1 } as RuntimeChannel, 'm');
  const { session, client, upstream } = openSides(meter, (error) => expect.fail(String(error)));
  for (const [id, tokens] of [
    ['a', 5],
    ['b', 7],
  ] as const) {
    upstream.say({ type: 'response.created', response: { id } });
    const usage = { input_tokens: 3, output_tokens: tokens, total_tokens: 3 + tokens };
    upstream.say({ type: 'response.done', response: { id, usage } });
  }
  upstream.say({ type: 'response.created', response: { id: 'c' } });
  upstream.close();
  stored.resolve();
  await session.ended;
  const logged = rows.map(({ completion_tokens: tokens, other }) => {
    const { end = 'complete' } = JSON.parse(other) as { end?: string };
    return [tokens, end];
  });
  expect(logged).toEqual([
    [5, 'complete'],
    [7, 'complete'],
    [0, 'interrupted'],
  ]);
  expect(client.heard.filter(({ type }) => type === 'response.done')).toHaveLength(2);
  expect(client.readyState).toBe(3);
});

test.each([
  ['that is no JSON to us', '{"type":"response.create","x":NaN}'],
  ['with a mark before it', '\ufeff{"type":"response.create"}'],
  ['without a type', '{"Type":"response.create"}'],
  ['of two types', '{"type":"response.create","type":"response.cancel"}'],
  [
    'of two limits',
    '{"type":"response.create","response":{"max_output_tokens":9,"maxOutputTokens":1}}',
  ],
  ['for another model', '{"type":"session.update","session":{"model":"gpt-realtime-pro"}}'],
  [
    'with a billed tool for the session',
    '{"type":"session.update","session":{"tools":[{"type":"function"},{"type":"web_search"}]}}',
  ],
  [
    'with a billed tool for one response',
    '{"type":"response.create","response":{"tools":[{"type":"web_search"}]}}',
  ],
])('an event %s is refused and never forwarded upstream', async (_, text) => {
  const scene = await openRealtimeSession(1e9, (error) => expect.fail(String(error)));
  scene.client.emit('message', Buffer.from(text), false);
  scene.client.say({ type: 'session.update', session: { model: 'gpt-realtime' } });
  expect(scene.client.heard.map(({ type }) => type)).toEqual(['error']);
  expect(scene.upstream.heard.map(({ type }) => type)).toEqual(['session.update']);
  scene.client.close();
  scene.upstream.close();
  await scene.session.ended;
});

test('a session ends when its upstream reports a tool that is billed separately', async () => {
  const scene = await openRealtimeSession(1e9, (error) => expect.fail(String(error)));
  const session = { tools: [{ type: 'web_search' }] };
  scene.upstream.say({ type: 'session.updated', session: { tools: [{ type: 'function' }] } });
  scene.upstream.say({ type: 'session.updated', session });
  await expect.poll(() => scene.client.readyState).not.toBe(1);
  expect(scene.client.heard.map(({ type }) => type)).toEqual(['session.updated', 'error']);
  scene.upstream.close();
  await scene.session.ended;
});

test.each(['client', 'upstream'] as const)(
  'an unexpected failure over an event of the %s ends its session and is reported, and charges nothing',
  async (side) => {
    const failures: unknown[] = [];
    const { meter, wallet } = await openMeter();
    const scene = openSides(meter, (error) => failures.push(error));
    const broken = new Error('broken');
    meter[side === 'client' ? 'recordClientEvent' : 'recordServerEvent'] = () => {
      throw broken;
    };
    scene[side].say({ type: 'conversation.item.input_audio_transcription.completed' });
    expect(scene.client.heard).toMatchObject([{ type: 'error', error: { code: 'internal' } }]);
    scene.upstream.close();
    await scene.session.ended;
    expect(failures).toEqual([broken]);
    expect([scene.client.readyState, wallet.charges, wallet.reserved]).toEqual([3, [], 0]);
  },
);

test.each(['failed', 'cancelled'])(
  'a response that is %s at once and used nothing costs nothing, however often it is requested',
  async (status) => {
    const { client, upstream, wallet, session } = await openRealtimeSession(1e12, (error) =>
      expect.fail(String(error)),
    );
    const zero = { input_tokens: 0, output_tokens: 0, total_tokens: 0 };
    const error = { type: 'tokens', code: 'rate_limit_exceeded', message: 'Rate limit reached' };
    const usages = status === 'failed' ? [undefined, null, zero] : [zero, zero];
    for (const [id, usage] of usages.entries()) {
      client.say({ type: 'response.create' });
      upstream.say({ type: 'response.created', response: { id: `r${id}` } });
      const status_details = { type: status, error };
      const response = { id: `r${id}`, status, status_details, output: [], usage };
      upstream.say({ type: 'response.done', response });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await expect
        .poll(() => client.heard.at(-1))
        .toMatchObject({
          type: 'response.done',
          response: { id: `r${id}` },
        });
    }
    upstream.close();
    await session.ended;
    expect(wallet).toMatchObject({ reserved: 0, places: 0 });
    expect(wallet.charges.filter(({ quota }) => quota > 0)).toEqual([]);
  },
);

/** More tiny messages than a queue may hold. */
const MANY = 2000;

test('a client is not read while its event waits to be paid, whatever is written meanwhile', async () => {
  const { meter } = await openMeter();
  const scene = openSides(meter, (error) => expect.fail(String(error)));
  const paid = Promise.withResolvers<void>();
  scene.client.say({ type: 'input_audio_buffer.clear' });
  meter.recordClientEvent = () => paid.promise;
  scene.client.say({ type: 'response.create' });
  await Promise.resolve();
  expect(scene.client.isPaused).toBe(true);
  // Already read with the event before.
  for (let count = 0; count < MANY; count += 1) scene.client.say({ type: 'x' });
  expect(scene.held.at(-1)).toBeGreaterThan(MANY * 200);
  meter.recordClientEvent = () => undefined;
  paid.resolve();
  await expect.poll(() => scene.client.isPaused).toBe(false);
  expect(scene.held.at(-1)).toBe(0);
  scene.client.close();
  scene.upstream.close();
  await scene.session.ended;
});

test.each([
  ['of its client, which are refused', 'client', '{}'],
  ['of its upstream', 'upstream', '{"type":"rate_limits.updated"}'],
] as const)(
  'a session whose client reads nothing stops reading many tiny events %s',
  async (_whose, side, text) => {
    const { meter } = await openMeter();
    const scene = openSides(meter, (error) => expect.fail(String(error)));
    scene.client.isStuck = true;
    for (let count = 0; count < MANY; count += 1)
      scene[side].emit('message', Buffer.from(text), false);
    expect(scene[side].isPaused).toBe(true);
    scene.client.unstick();
    await expect.poll(() => scene[side].isPaused).toBe(false);
    scene.client.close();
    scene.upstream.close();
    await scene.session.ended;
  },
);
