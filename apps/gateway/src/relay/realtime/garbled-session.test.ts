import { emptyUsage } from '@tollgate/pricing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRealtimeSession, REALTIME_MODEL } from '../../../test-support/realtime-meter-scene.ts';

/** `RUNS=20000` searches longer. */
const RUNS = Number(process.env['RUNS'] ?? 300);
const BALANCE = 2_000_000;

/** Starts a session with a counting wallet that waits for nothing but promises. */
async function manualSession(balance = BALANCE) {
  const faults: unknown[] = [];
  const opened = await openRealtimeSession(balance, (error) => faults.push(error));
  return { ...opened, faults };
}

/** Lets all pending promises run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

const strange = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(null, '', -1, 1e9, 1e300, '1e308', [], {}, [[]], [null]),
  },
  { weight: 1, arbitrary: fc.constantFrom<unknown>({ toString: 1 }, { constructor: 1 }) },
);
/** Mostly the expected value, sometimes an unexpected one, sometimes none. */
const perhaps = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 8, arbitrary },
    { weight: 1, arbitrary: strange },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );
const tokens = perhaps(fc.nat(5000));
const details = perhaps(
  fc.record({ audio_tokens: tokens, text_tokens: tokens, image_tokens: tokens }),
);
const usage = perhaps(
  fc.record({
    input_tokens: tokens,
    output_tokens: tokens,
    total_tokens: tokens,
    input_token_details: details,
    output_token_details: details,
    type: perhaps(fc.constantFrom('tokens', 'duration')),
    seconds: tokens,
  }),
);
const id = perhaps(fc.constantFrom('a', 'b', 'c'));
const session = perhaps(
  fc.record({
    model: perhaps(fc.constant(REALTIME_MODEL)),
    type: perhaps(fc.constantFrom('realtime', 'transcription')),
    max_output_tokens: perhaps(fc.constantFrom('inf', 1, 500)),
    input_audio_transcription: perhaps(fc.record({ model: perhaps(fc.constant('whisper-1')) })),
    turn_detection: perhaps(fc.record({ create_response: perhaps(fc.boolean()) })),
    audio: perhaps(fc.record({ input: perhaps(fc.record({ transcription: strange })) })),
    tools: perhaps(fc.array(perhaps(fc.record({ type: perhaps(fc.constant('function')) })))),
  }),
);
const body = fc.record({
  event_id: id,
  response: perhaps(fc.record({ id, usage, max_output_tokens: tokens, output: strange })),
  session,
  usage,
  item: perhaps(fc.record({ content: perhaps(fc.array(perhaps(fc.record({ type: strange })))) })),
  audio: perhaps(fc.constant('A'.repeat(64_000))),
  delta: perhaps(fc.string()),
  error: perhaps(
    fc.record({
      event_id: id,
      code: perhaps(fc.constant('conversation_already_has_active_response')),
    }),
  ),
});
const TRANSCRIPTION = 'conversation.item.input_audio_transcription';
const typesOf = (...types: string[]) => perhaps(fc.constantFrom(...types));
const event = (types: fc.Arbitrary<unknown>) =>
  fc.oneof(
    {
      weight: 20,
      arbitrary: fc.tuple(types, body).map(([type, members]) => ({ type, ...members })),
    },
    { weight: 1, arbitrary: strange },
  );
const ofClient = event(
  typesOf(
    'session.update',
    'transcription_session.update',
    'input_audio_buffer.append',
    'input_audio_buffer.commit',
    'input_audio_buffer.clear',
    'conversation.item.create',
    'conversation.item.delete',
    'response.create',
    'response.cancel',
  ),
);
const ofUpstream = event(
  typesOf(
    'session.created',
    'session.updated',
    'transcription_session.updated',
    'input_audio_buffer.committed',
    'input_audio_buffer.cleared',
    'input_audio_buffer.speech_stopped',
    'input_audio_buffer.timeout_triggered',
    'conversation.item.done',
    `${TRANSCRIPTION}.completed`,
    `${TRANSCRIPTION}.failed`,
    'response.created',
    'response.output_audio.delta',
    'response.output_text.delta',
    'response.done',
    'rate_limits.updated',
    'error',
  ),
);
const step = fc.oneof(
  { weight: 10, arbitrary: fc.record({ by: fc.constant('client' as const), says: ofClient }) },
  { weight: 20, arbitrary: fc.record({ by: fc.constant('upstream' as const), says: ofUpstream }) },
  { weight: 10, arbitrary: fc.record({ by: fc.constant('nobody' as const) }) },
  { weight: 1, arbitrary: fc.record({ by: fc.constant('leaver' as const) }) },
);

test('whatever both sides of a session send, it never fails, charges nothing it can’t pay, and leaves nothing reserved', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const { client, upstream, wallet, session: run, faults } = await manualSession();
      for (const next of steps) {
        if (next.by === 'nobody') await settled();
        else if (next.by === 'leaver') client.close();
        else if (next.by === 'client' && client.readyState === 1) client.say(next.says);
        else if (next.by === 'upstream' && upstream.readyState === 1) upstream.say(next.says);
        expect(wallet.balance).toBeGreaterThanOrEqual(0);
      }
      await settled();
      client.close();
      upstream.close();
      await run.ended;
      await settled();
      expect(faults).toEqual([]);
      expect([wallet.reserved, wallet.places]).toEqual([0, 0]);
      for (const { quota } of wallet.charges) {
        expect(quota).toSatisfy(Number.isSafeInteger);
        expect(quota).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: RUNS },
  );
});

const create = { type: 'response.create' };
const delta = { type: 'response.output_text.delta', delta: 'word' };
const ended = {
  type: 'response.done',
  response: { id: 'a', usage: { ...emptyUsage(), input_tokens: 10, output_tokens: 20 } },
};

test.each([
  ['that was asked for is charged, once', [create], [ended, ended], [30]],
  ['that said something is charged, once', [], [delta, ended, ended], [30]],
  ['that nobody asked for or heard is not charged', [], [ended], []],
])(
  'a response that the upstream ends without reporting its start, %s',
  async (_, asks, tells, charges) => {
    const { client, upstream, wallet, session: run } = await manualSession();
    for (const event of asks) client.say(event);
    await settled();
    for (const event of tells) upstream.say(event);
    await settled();
    expect(wallet.charges.map(({ quota }) => quota)).toEqual(charges);
    client.close();
    upstream.close();
    await run.ended;
    expect(wallet.charges.map(({ quota }) => quota)).toEqual(charges);
  },
);

test.each([
  ['by starts', (id: string) => ({ type: 'response.created', response: { id } })],
  ['by what it says', () => delta],
])(
  'an upstream that reports %s one response after the other that nobody asked for is cut off, so that it does not use up the balance',
  async (_, start) => {
    const { client, upstream, wallet, session: run } = await manualSession();
    client.say(create);
    for (let index = 0; index < 30; index += 1) {
      upstream.say(start(`${index}`));
      upstream.say({ ...ended, response: { ...ended.response, id: `${index}` } });
      // oxlint-disable-next-line no-await-in-loop -- one response after the other
      await settled();
    }
    client.close();
    upstream.close();
    await run.ended;
    expect(wallet.charges).toHaveLength(9);
    expect(client.heard).toContainEqual(
      expect.objectContaining({
        error: expect.objectContaining({ code: 'response_overran' }),
      }),
    );
    expect([wallet.reserved, wallet.places]).toEqual([0, 0]);
  },
);

test('a response that was requested but could not be paid is not charged when the upstream invents its end', async () => {
  const { client, upstream, wallet, session: run } = await manualSession(8000);
  const outOfBand = { conversation: 'none' };
  const done = (id: string) => ({ ...ended, response: { ...ended.response, id } });
  client.say({ type: 'response.create', response: outOfBand });
  client.say({ type: 'response.create', response: outOfBand });
  await settled();
  upstream.say({ type: 'response.created', response: { id: 'a' } });
  upstream.say(done('a'));
  upstream.say(done('made up'));
  await settled();
  client.close();
  upstream.close();
  await run.ended;
  expect(upstream.heard.filter(({ type }) => type === 'response.create')).toHaveLength(1);
  expect(wallet.charges.map(({ quota }) => quota)).toEqual([30]);
});

test('an invented end does not end a later response if the upstream reports starts', async () => {
  const { client, upstream, wallet, session: run } = await manualSession();
  const begin = (id: string) => upstream.say({ type: 'response.created', response: { id } });
  const end = (id: string) => upstream.say({ ...ended, response: { ...ended.response, id } });
  client.say(create);
  begin('a');
  end('a');
  await settled();
  client.say(create);
  end('made up');
  begin('b');
  end('b');
  await settled();
  client.close();
  upstream.close();
  await run.ended;
  expect(wallet.charges.map(({ quota }) => quota)).toEqual([30, 30]);
});

test('nothing stays reserved for a transcript that ends while it is being reserved', async () => {
  const { client, upstream, wallet, session: run } = await manualSession();
  const transcription = { model: 'whisper-1' };
  upstream.say({ type: 'session.created', session: { input_audio_transcription: transcription } });
  client.say({ type: 'input_audio_buffer.append', audio: 'A'.repeat(64_000) });
  upstream.say({ type: `${TRANSCRIPTION}.failed` });
  await settled();
  client.close();
  upstream.close();
  await run.ended;
  expect(wallet.reserved).toBe(0);
});

test('a session that ends while the reservations of several turns grow leaves nothing reserved', async () => {
  const { client, upstream, wallet, session: run } = await manualSession();
  const audio = 'A'.repeat(64_000);
  client.say({ type: 'input_audio_buffer.append', audio });
  await settled();
  const session = { input_audio_transcription: { model: 'whisper-1' }, tools: [{ type: [null] }] };
  upstream.say({ type: 'session.created', session });
  client.say({ type: 'session.update', audio });
  await settled();
  await run.ended;
  expect([wallet.reserved, wallet.places]).toEqual([0, 0]);
});
