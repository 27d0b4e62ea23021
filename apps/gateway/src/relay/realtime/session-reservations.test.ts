import { computeCharge, emptyUsage } from '@tollgate/pricing';
import { describe, expect, test } from 'vitest';
import { cheapPrice, dearPrice, plainPrice } from '../../../test-support/plain-price.ts';
import { openMeter, openRealtimeSession } from '../../../test-support/realtime-meter-scene.ts';
import type { SocketSide } from '../../../test-support/socket-side.ts';

const RESPONSE_TOKENS = 4096;
const SECOND = 64_000;

const costOf = (promptTokens: number, completionTokens = RESPONSE_TOKENS) =>
  computeCharge(plainPrice, { ...emptyUsage(), promptTokens, completionTokens }, 1);
const times = (count: number, event: object) => Array.from({ length: count }, () => event);
const encode = (event: object) => Buffer.from(JSON.stringify(event));
const item = (...content: object[]) => ({ type: 'conversation.item.create', item: { content } });
const audioOf = (seconds: number, bytes = SECOND) => 'A'.repeat(seconds * bytes);
const session = (members: object) => ({ type: 'session.update', session: members });

describe('the reservation of a realtime response covers', () => {
  test.each<[string, object[], number]>([
    ['text', [item({ type: 'input_text', text: 'x'.repeat(20_000) })], 20_000],
    ['instructions', [session({ instructions: 'é'.repeat(9000) })], 18_000],
    ['tools', [session({ tools: [{ name: 'x'.repeat(30_000) }] })], 30_000],
    ['text of a name that sounds like sound', [item({ audio: 'x'.repeat(30_000) })], 30_000],
    ['images', [item(...times(5, { type: 'input_image', image_url: 'https://a' }))], 38_500],
    [
      'sound of 20 minutes',
      times(20, { type: 'input_audio_buffer.append', audio: audioOf(60) }),
      12_000,
    ],
    [
      'sound of G.711',
      [
        session({ input_audio_format: 'g711_ulaw' }),
        { type: 'input_audio_buffer.append', audio: audioOf(600, 10_667) },
      ],
      6000,
    ],
    ['a prompt that the provider keeps', [session({ prompt: { id: 'p' } })], 131_072],
    [
      'input of the answer alone',
      [{ type: 'response.create', response: { input: ['y'.repeat(9000)] } }],
      9000,
    ],
  ])('its most expensive possible prompt: %s', async (_, events, tokens) => {
    const { meter, wallet } = await openMeter();
    for (const event of events)
      // oxlint-disable-next-line no-await-in-loop -- one event after the other
      await meter.recordClientEvent(encode(event));
    await meter.begin('a');
    expect(wallet.reserved).toBeGreaterThanOrEqual(costOf(tokens));
  });

  // A prompt may be written to a cache, which costs a quarter more.
  test('no more than the largest context', async () => {
    const { meter, wallet } = await openMeter();
    await meter.recordClientEvent(
      encode(item({ type: 'input_text', text: 'x'.repeat(2_000_000) })),
    );
    expect(wallet.reserved).toBeLessThanOrEqual(costOf(1.25 * 131_072));
  });

  test('a minute of audio by its length, not its bytes', async () => {
    const { meter, wallet } = await openMeter();
    await meter.recordClientEvent(
      encode({ type: 'input_audio_buffer.append', audio: audioOf(60) }),
    );
    expect(wallet.reserved).toBeLessThan(costOf(5000));
  });

  test.each<[string, unknown, unknown, number]>([
    ['its own limit', 'inf', 9000, 9000],
    ['no limit', 500, 'inf', RESPONSE_TOKENS],
    ['the limit of the session', 500, 500, 500],
  ])('its response: %s', async (_, ofSession, own, tokens) => {
    const { meter, wallet } = await openMeter({ limit: ofSession });
    const before = wallet.reserved;
    await meter.begin('a', own);
    expect(wallet.reserved).toBeGreaterThanOrEqual(costOf(0, tokens));
    expect(before).toBeLessThan(costOf(2500, typeof ofSession === 'number' ? 501 : 4097));
  });
});

const open = (balance: number) =>
  openRealtimeSession(balance, (error) => expect.fail(String(error)));

const long = item({ type: 'input_text', text: 'x'.repeat(50_000) });

test('an event that a balance can’t pay for is never sent upstream, nor are later ones; the session ends', async () => {
  const { session: opened, client, upstream } = await open(costOf(10_000));
  client.say(long);
  client.say({ type: 'response.create' });
  await opened.ended;
  expect(upstream.heard).toEqual([]);
  expect(client.heard).toMatchObject([{ error: { code: 'insufficient_user_quota' } }]);
});

test('events that wait for their reservation reach the upstream in order', async () => {
  const { client, upstream } = await open(1e12);
  client.say(long);
  client.say({ type: 'response.create' });
  client.say({ type: 'response.cancel' });
  await expect.poll(() => upstream.heard.length).toBe(3);
  expect(upstream.heard.map(({ type }) => type)).toEqual([
    'conversation.item.create',
    'response.create',
    'response.cancel',
  ]);
  expect(client.isPaused).toBe(false);
});

const responses = (count: number, response: object) =>
  times(count, { type: 'response.create', response });
const outOfBand = { conversation: 'none' };
const kinds = (side: SocketSide) => side.heard.map(({ type }) => type);

test('no turn that is left in the audio of a session that ends starts another response', async () => {
  const { client, upstream } = await open(costOf(4000));
  client.say({ type: 'input_audio_buffer.append', audio: audioOf(0.25) });
  await expect.poll(() => kinds(upstream)).toEqual(['input_audio_buffer.append']);
  for (const id of ['a', 'b']) upstream.say({ type: 'response.created', response: { id } });
  await expect.poll(() => kinds(client)).toContain('error');
  expect(kinds(upstream)).toContain('input_audio_buffer.clear');
  upstream.close();
});

test('concurrent responses are requested once each of them is reserved', async () => {
  const { session: opened, client, upstream } = await open(3 * costOf(2500));
  for (const event of responses(3, outOfBand)) client.say(event);
  await opened.ended;
  expect(kinds(upstream)).toEqual(['response.create', 'response.create']);
  expect(client.heard).toMatchObject([{ error: { code: 'insufficient_user_quota' } }]);
});

test('a response that the balance does not cover while another runs is requested after that has ended', async () => {
  const { client, upstream, wallet } = await open(2 * costOf(2000));
  client.say({ type: 'response.create', response: outOfBand });
  upstream.say({ type: 'response.created', response: { id: 'a' } });
  await expect.poll(() => client.heard.length).toBe(1);
  client.say({ type: 'response.create', response: outOfBand });
  await expect.poll(() => client.isPaused).toBe(true);
  expect(kinds(upstream)).toEqual(['response.create']);
  const usage = { input_tokens: 10, output_tokens: 10, total_tokens: 20 };
  upstream.say({ type: 'response.done', response: { id: 'a', usage } });
  await expect.poll(() => kinds(upstream)).toEqual(['response.create', 'response.create']);
  expect(wallet.reserved).toBeLessThanOrEqual(2 * costOf(2000));
});

test.each<[string, object[], number]>([
  ['of a request', responses(1, { max_output_tokens: 9000 }), 9000],
  ['of a session', [session({ max_output_tokens: 9000 })], 9000],
  ['of no session any more', [session({ max_output_tokens: 'inf' })], RESPONSE_TOKENS],
])('a longer limit %s is sent upstream once it is reserved', async (_, events, tokens) => {
  const { meter, wallet } = await openMeter({ limit: 500 });
  expect(wallet.reserved).toBeLessThan(costOf(2500, 501));
  for (const event of events)
    // oxlint-disable-next-line no-await-in-loop -- one event after the other
    await meter.recordClientEvent(encode(event));
  expect(wallet.reserved).toBeGreaterThanOrEqual(costOf(0, tokens));
});

test('a shorter session limit applies only after the upstream has confirmed the last update', async () => {
  const { meter, wallet } = await openMeter({ limit: 500 });
  await meter.recordClientEvent(encode(session({ max_output_tokens: 9 })));
  await meter.recordClientEvent(encode(session({ max_output_tokens: 500 })));
  meter.takeSession({ max_output_tokens: 9 }, true);
  const before = wallet.reserved;
  await meter.recordClientEvent(encode({ type: 'response.create', response: outOfBand }));
  await meter.recordClientEvent(encode({ type: 'response.create', response: outOfBand }));
  expect(wallet.reserved - before).toBeGreaterThanOrEqual(costOf(0, 500));
});

test('a response that an upstream may start by itself while another runs is reserved with the audio', async () => {
  const { meter, wallet } = await openMeter();
  await meter.begin('a');
  const before = wallet.reserved;
  await meter.recordClientEvent(encode({ type: 'input_audio_buffer.append', audio: audioOf(1) }));
  expect(wallet.reserved - before).toBeGreaterThanOrEqual(costOf(0));
  const { meter: manual, wallet: other } = await openMeter();
  manual.takeSession({ audio: { input: { turn_detection: null } } });
  await manual.begin('a');
  const reserved = other.reserved;
  await manual.recordClientEvent(encode({ type: 'input_audio_buffer.append', audio: audioOf(1) }));
  expect(other.reserved).toBe(reserved);
});

test('audio is reserved for the most expensive transcription model named, each recording separately', async () => {
  const { meter, wallet } = await openMeter();
  const speak = () =>
    meter.recordClientEvent(encode({ type: 'input_audio_buffer.append', audio: audioOf(1) }));
  const name = (model: string) =>
    meter.recordClientEvent(encode(session({ input_audio_transcription: { model } })));
  meter.takeSession({ turn_detection: null });
  await speak();
  const before = wallet.reserved;
  await name('whisper-1');
  const one = wallet.reserved - before;
  expect(one).toBeGreaterThan(0);
  meter.takeSession(
    { turn_detection: null, input_audio_transcription: { model: 'whisper-1' } },
    true,
  );
  await meter.recordClientEvent(encode({ type: 'input_audio_buffer.commit' }));
  await speak();
  expect(wallet.reserved - before).toBe(2 * one);
  await name('dear-1');
  expect(wallet.reserved - before).toBeGreaterThanOrEqual(19 * one);
  await meter.close('interrupted');
  expect(wallet.reserved).toBe(0);
});

test('a session continues if transcription gets cheaper while its recordings are being covered', async () => {
  let isCheaper = false;
  const priceOf = (name: string) => {
    if (isCheaper) return cheapPrice;
    return name === 'dear-1' ? dearPrice : plainPrice;
  };
  const { meter } = await openMeter({ transcriber: 'whisper-1', priceOf });
  const send = (event: object) => meter.recordClientEvent(encode(event));
  const speak = { type: 'input_audio_buffer.append', audio: audioOf(1) };
  await send(speak);
  await send({ type: 'input_audio_buffer.commit' });
  await send(speak);
  const covering = send(session({ input_audio_transcription: { model: 'dear-1' } }));
  // The first recording is being covered; what the second needs falls below its reservation.
  isCheaper = true;
  await expect(covering).resolves.toBeUndefined();
  await meter.close('interrupted');
});

test('audio is reserved by its length even if its format is written with escapes', async () => {
  const { meter, wallet } = await openMeter();
  const text = String.raw`{"type":"session.update","session":{"input_audio_format":"\u0067711_ulaw"}}`;
  await meter.recordClientEvent(Buffer.from(text));
  const audio = audioOf(600, 10_667);
  await meter.recordClientEvent(encode({ type: 'input_audio_buffer.append', audio }));
  expect(wallet.reserved).toBeGreaterThanOrEqual(costOf(6000));
});

test('audio is reserved for the more expensive of the models that both versions of the API name', async () => {
  const { meter, wallet } = await openMeter();
  const speak = { type: 'input_audio_buffer.append', audio: audioOf(1) };
  await meter.recordClientEvent(
    encode(session({ input_audio_transcription: { model: 'whisper-1' } })),
  );
  await meter.recordClientEvent(encode(speak));
  const cheap = wallet.reserved;
  const audio = { input: { transcription: { model: 'dear-1' } } };
  const both = { audio, input_audio_transcription: { model: 'whisper-1' } };
  await meter.recordClientEvent(encode(session(both)));
  expect(wallet.reserved).toBeGreaterThan(cheap);
});

test('models beyond the maximum number are refused, so that none transcribes audio unpaid', async () => {
  const { meter } = await openMeter();
  const name = (model: string) =>
    meter.recordClientEvent(encode(session({ input_audio_transcription: { model } })));
  for (let index = 0; index < 64; index += 1)
    // oxlint-disable-next-line no-await-in-loop -- one event after the other
    await name(`model-${index}`);
  await name('model-7');
  await expect(name('dear-1')).rejects.toMatchObject({ code: 'relay_invalid_request' });
  await meter.close('interrupted');
});

test('the transcription model that the upstream reports is reserved for, however many were named', async () => {
  const { meter, wallet } = await openMeter();
  for (let index = 0; index < 64; index += 1)
    // oxlint-disable-next-line no-await-in-loop -- one event after the other
    await meter.recordClientEvent(
      encode(session({ input_audio_transcription: { model: `model-${index}` } })),
    );
  const speak = () =>
    meter.recordClientEvent(encode({ type: 'input_audio_buffer.append', audio: audioOf(1) }));
  await speak();
  const first = wallet.reserved;
  await speak();
  const [second, cheap] = [wallet.reserved, wallet.reserved - first];
  meter.takeSession({ input_audio_transcription: { model: 'dear-1' } }, true);
  await speak();
  expect(wallet.reserved - second).toBeGreaterThan(10 * cheap);
  await meter.close('interrupted');
});

test.each([
  ['sound', { type: 'response.output_audio.delta', delta: 'A'.repeat(64_000) }],
  ['text', { type: 'response.output_text.delta', delta: 'word '.repeat(400) }],
])(
  'an endless response of %s ends the session and costs no more than was reserved for it',
  async (_, delta) => {
    const { session, client, upstream, wallet } = await open(1e9);
    client.say({ type: 'response.create', response: { max_output_tokens: 100 } });
    await expect.poll(() => kinds(upstream)).toContain('response.create');
    upstream.say({ type: 'response.created', response: { id: 'a', max_output_tokens: 100 } });
    await expect.poll(() => kinds(client)).toContain('response.created');
    let deltas = 0;
    while (client.readyState === client.OPEN && deltas < 5000) {
      upstream.say(delta);
      deltas += 1;
    }
    upstream.close();
    await session.ended;
    expect(deltas).toBeGreaterThan(10);
    expect(deltas).toBeLessThan(1100);
    expect(client.heard.at(-1)).toMatchObject({ error: { code: 'response_overran' } });
    const [charge] = wallet.charges;
    expect(charge?.quota).toBeGreaterThan(0);
    expect(charge?.quota).toBeLessThanOrEqual(charge?.reserved ?? 0);
  },
);
