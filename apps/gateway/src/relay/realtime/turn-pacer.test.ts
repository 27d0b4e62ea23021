import { computeCharge, emptyUsage } from '@tollgate/pricing';
import { expect, test } from 'vitest';
import { plainPrice } from '../../../test-support/plain-price.ts';
import { openRealtimeSession } from '../../../test-support/realtime-meter-scene.ts';
import type { SocketSide } from '../../../test-support/socket-side.ts';

const RESPONSE_TOKENS = 4096;
/** Base64 bytes of a second of audio, and the seconds of a turn at the upstream. */
const SECOND = 64_000;
const TURN = 0.5;

const costOf = (promptTokens: number, completionTokens: number) =>
  computeCharge(plainPrice, { ...emptyUsage(), promptTokens, completionTokens }, 1);
const NEXT = costOf(6000, RESPONSE_TOKENS);
const speak = (seconds: number) => ({
  type: 'input_audio_buffer.append',
  event_id: 'mine',
  audio: 'A'.repeat(seconds * SECOND),
});

/**
 * An upstream that responds to each half second of audio; a response ends after a while, or when the next one
 * interrupts it.
 */
class TurnTaker {
  billed = 0;
  responses = 0;
  readonly #side: SocketSide;
  #heard = 0;
  #seconds = 0;
  #running: string | undefined;
  #patience = 0;

  constructor(side: SocketSide, silence: number | undefined = TURN * 1000) {
    this.#side = side;
    const turn_detection = { type: 'server_vad', silence_duration_ms: silence };
    side.say({ type: 'session.created', session: { turn_detection } });
  }

  hear(): void {
    this.#patience -= 1;
    if (this.#patience === 0) this.#end();
    for (; this.#heard < this.#side.heard.length; this.#heard += 1) {
      const event = this.#side.heard[this.#heard] as { type: string; audio?: string };
      if (event.type === 'input_audio_buffer.clear') this.#seconds = 0;
      if (event.type === 'response.cancel') this.#end();
      this.#seconds += (event.audio ?? '').length / SECOND;
    }
    for (; this.#seconds >= TURN; this.#seconds -= TURN) this.#respond();
  }

  #respond(): void {
    this.#end();
    this.responses += 1;
    this.#patience = 8;
    this.#running = `resp_${this.responses}`;
    this.billed += costOf(1000, 100);
    this.#side.say({ type: 'input_audio_buffer.speech_stopped' });
    this.#side.say({ type: 'response.created', response: { id: this.#running } });
  }

  #end(): void {
    if (this.#running === undefined) return;
    const usage = { input_tokens: 1000, output_tokens: 100, total_tokens: 1100 };
    this.#side.say({ type: 'response.done', response: { id: this.#running, usage } });
    this.#running = undefined;
  }
}

async function play(balance: number, events: readonly object[], silence?: number) {
  const scene = await openRealtimeSession(balance, (error) => expect.fail(String(error)));
  const upstream = new TurnTaker(scene.upstream, silence);
  let isOver = false;
  void scene.session.ended.then(() => (isOver = true));
  for (const event of events) scene.client.say(event);
  for (let turn = 0; turn < 3000 && !isOver; turn += 1) {
    // oxlint-disable-next-line no-await-in-loop -- both sides take turns
    await new Promise((resolve) => setImmediate(resolve));
    upstream.hear();
  }
  scene.upstream.close();
  await scene.session.ended;
  const charged = scene.wallet.charges.reduce((sum, { quota }) => sum + quota, 0);
  return { ...scene, billed: upstream.billed, responses: upstream.responses, charged };
}

const sounds = (side: SocketSide) =>
  side.heard.filter(({ type }) => type === 'input_audio_buffer.append') as unknown as {
    audio: string;
    event_id: string;
  }[];

test.each([
  ['in one event', [speak(100)]],
  ['in many events', Array.from({ length: 500 }, () => speak(0.2))],
])('of 200 turns %s, no more start than the balance pays for', async (_, events) => {
  for (const balance of [NEXT, 2.5 * NEXT, 7 * NEXT]) {
    // oxlint-disable-next-line no-await-in-loop -- one session after the other
    const end = await play(Math.ceil(balance), events);
    expect(end.responses).toBeGreaterThan(1);
    expect(end.billed).toBeLessThanOrEqual(balance);
    expect(end.charged).toBe(end.billed);
    expect(end.wallet.reserved).toBe(0);
  }
});

test('audio sent at once passes as it is if the balance covers every turn in it', async () => {
  const { upstream } = await play(1e12, [speak(16)]);
  expect(sounds(upstream).map(({ audio }) => audio.length)).toEqual([16 * SECOND]);
});

test('audio whose turns the balance does not cover arrives whole, in pieces cut between samples', async () => {
  const event = { ...speak(0), audio: `${'abcdefgh'.repeat(40_000)}QUJD` };
  const { upstream } = await play(2 * NEXT, [event], 50);
  const pieces = sounds(upstream);
  expect(pieces.length).toBeGreaterThan(1);
  expect(pieces.map(({ audio }) => audio).join('') === event.audio).toBe(true);
  expect(pieces.slice(0, -1).map(({ audio }) => audio.length % 8)).toEqual(
    pieces.slice(0, -1).map(() => 0),
  );
  expect(pieces.every(({ event_id: id }) => id === 'mine')).toBe(true);
});

test('an event that waits counts as held until it is sent, or the session has ended', async () => {
  const { held } = await play(2 * NEXT, [speak(10)]);
  expect(held).toEqual([2 * JSON.stringify(speak(10)).length, 0]);
});

test('what was reserved for the turns in audio returns once it has been heard', async () => {
  const scene = await openRealtimeSession(1e12, (error) => expect.fail(String(error)));
  const before = scene.wallet.reserved;
  scene.client.say(speak(8));
  await expect.poll(() => sounds(scene.upstream).length).toBe(1);
  expect(scene.wallet.most).toBeGreaterThan(before * 5);
  await expect.poll(() => scene.wallet.reserved).toBeLessThan(before * 3);
  scene.upstream.close();
  await scene.session.ended;
});

test('a session that detects no turns takes any audio at once', async () => {
  const manual = { type: 'session.update', session: { turn_detection: null } };
  const scene = await openRealtimeSession(NEXT, (error) => expect.fail(String(error)));
  scene.client.say(manual);
  scene.upstream.say({ type: 'session.updated', session: { turn_detection: null } });
  scene.client.say(speak(60));
  await expect
    .poll(() => sounds(scene.upstream).map(({ audio }) => audio.length))
    .toEqual([60 * SECOND]);
  scene.upstream.close();
  await scene.session.ended;
});
