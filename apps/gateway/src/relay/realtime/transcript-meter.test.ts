import { describe, expect, test } from 'vitest';
import { openMeter } from '../../../test-support/realtime-meter-scene.ts';
import type { ResponseMeter } from './response-meter.ts';

const TRANSCRIPTION = 'conversation.item.input_audio_transcription.';
/** Base64 characters of a second of PCM at 24 kHz. */
const SECOND = 64_000;
const BALANCE = 1e9;

type Members = Record<string, unknown>;

/** Opens a session whose audio another model writes down as it arrives, and returns what was charged in the end. */
async function charged(
  run: (act: {
    send: (event: Members) => Promise<void>;
    say: (seconds: number) => Promise<void>;
    tell: (type: string, body?: Members) => Promise<void>;
    meter: ResponseMeter;
  }) => Promise<unknown>,
  { transcriber = 'gpt-live-transcribe' as string | undefined, end = 'client_gone' as const } = {},
): Promise<number[]> {
  const { meter, wallet } = await openMeter({
    balance: BALANCE,
    ...(transcriber === undefined ? {} : { transcriber }),
  });
  const send = async (event: Members) =>
    meter.recordClientEvent(Buffer.from(JSON.stringify(event)));
  const tell = async (type: string, body: Members = {}) => meter.recordServerEvent({ type, body });
  const say = (seconds: number) =>
    send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(SECOND * seconds) });
  await run({ send, say, tell, meter });
  await meter.close(end);
  const charges = wallet.charges.map(({ quota }) => quota);
  const spent = charges.reduce((sum, quota) => sum + quota, 0);
  expect([wallet.reserved, wallet.balance]).toEqual([0, BALANCE - spent]);
  return charges;
}

const usage = (seconds: number) => ({ usage: { type: 'duration', seconds } });

/** The charge of a minute that its upstream reports. */
const [MINUTE = 0] = await charged(async ({ say, send, tell }) => {
  await say(60);
  await send({ type: 'input_audio_buffer.commit' });
  await tell('input_audio_buffer.committed', { item_id: 'a' });
  await tell(`${TRANSCRIPTION}completed`, { item_id: 'a', ...usage(60) });
});

describe('audio whose transcript has begun to arrive', () => {
  test('is charged by its length if its caller leaves without a commit', async () => {
    const leave = charged(async ({ say, tell }) => {
      await say(30);
      await tell(`${TRANSCRIPTION}delta`, { item_id: 'a', delta: 'hello' });
      await say(30);
    });
    expect(await leave).toEqual([MINUTE]);
  });

  test('is charged once when its caller clears it', async () => {
    const clear = charged(async ({ say, send, tell }) => {
      await say(60);
      await tell(`${TRANSCRIPTION}delta`, { item_id: 'a', delta: 'hello' });
      await send({ type: 'input_audio_buffer.clear' });
      await tell('input_audio_buffer.cleared');
    });
    expect(await clear).toEqual([MINUTE]);
  });

  test('is charged although an earlier, empty commit is still pending', async () => {
    const leave = charged(async ({ say, send, tell }) => {
      await send({ type: 'input_audio_buffer.append', audio: 'AAAA' });
      await send({ type: 'input_audio_buffer.commit' });
      await say(60);
      await tell(`${TRANSCRIPTION}delta`, { item_id: 'a', delta: 'hello' });
    });
    expect(Math.max(...(await leave))).toBe(MINUTE);
  });

  test('is charged where the session names no model for it', async () => {
    const leave = charged(
      async ({ say, tell }) => {
        await say(60);
        await tell(`${TRANSCRIPTION}text`, { item_id: 'a', text: '', stash: 'hello' });
      },
      { transcriber: undefined },
    );
    expect(await leave).toEqual([MINUTE]);
  });

  test('costs what its upstream reports, once, if it is committed', async () => {
    const commit = charged(async ({ say, send, tell }) => {
      await say(60);
      await tell(`${TRANSCRIPTION}delta`, { item_id: 'a', delta: 'hello' });
      await send({ type: 'input_audio_buffer.commit' });
      await tell('input_audio_buffer.committed', { item_id: 'a' });
      await tell(`${TRANSCRIPTION}completed`, { item_id: 'a', ...usage(60) });
    });
    expect(await commit).toEqual([MINUTE]);
  });
});

test('audio of the next turn costs nothing if only the committed turn was being transcribed', async () => {
  const leave = charged(async ({ say, tell }) => {
    await say(60);
    await tell('input_audio_buffer.committed', { item_id: 'a' });
    await say(120);
    await tell(`${TRANSCRIPTION}delta`, { item_id: 'a', delta: 'hello' });
  });
  expect(await leave).toEqual([MINUTE]);
});

test('a turn that its upstream commits before it hears that its caller clears it is charged in full', async () => {
  const race = charged(async ({ say, send, tell }) => {
    await say(300);
    await send({ type: 'input_audio_buffer.clear' });
    await tell('input_audio_buffer.committed', { item_id: 'a' });
    await tell('input_audio_buffer.cleared');
    await tell(`${TRANSCRIPTION}completed`, { item_id: 'a', ...usage(300) });
  });
  expect(await race).toEqual([5 * MINUTE]);
});

test('what follows a clear that came too late is charged once', async () => {
  const race = charged(async ({ say, send, tell }) => {
    await say(60);
    await send({ type: 'input_audio_buffer.clear' });
    await say(1);
    await tell('input_audio_buffer.committed', { item_id: 'a' });
    await tell('input_audio_buffer.cleared');
    await tell(`${TRANSCRIPTION}completed`, { item_id: 'a', ...usage(60) });
    await say(20);
    await tell('input_audio_buffer.committed', { item_id: 'b' });
    await tell(`${TRANSCRIPTION}completed`, { item_id: 'b', ...usage(20) });
  });
  expect(await race).toEqual([MINUTE, Math.floor(MINUTE / 3)]);
});

test('a transcript of a turn after a commit that its upstream rejects is charged in full', async () => {
  const rejected = charged(async ({ say, send, tell }) => {
    await send({ type: 'input_audio_buffer.append', audio: 'AAAA' });
    await send({ type: 'input_audio_buffer.commit' });
    await tell('error', { error: { code: 'input_audio_buffer_commit_empty' } });
    await say(300);
    await tell('input_audio_buffer.committed', { item_id: 'a' });
    await tell(`${TRANSCRIPTION}completed`, { item_id: 'a', ...usage(300) });
  });
  expect(await rejected).toEqual([5 * MINUTE]);
});

test('audio after a clear needs no more balance than the audio that was cleared', async () => {
  const audio = 'A'.repeat(SECOND * 60);
  const append = Buffer.from(JSON.stringify({ type: 'input_audio_buffer.append', audio }));
  const clear = Buffer.from(JSON.stringify({ type: 'input_audio_buffer.clear' }));
  const transcriber = 'gpt-live-transcribe';
  const first = await openMeter({ balance: BALANCE, transcriber });
  await first.meter.recordClientEvent(append);
  const balance = first.wallet.most;
  const { meter, wallet } = await openMeter({ balance, transcriber });
  await meter.recordClientEvent(append);
  await meter.recordClientEvent(clear);
  await meter.recordClientEvent(append);
  expect(wallet.most).toBe(balance);
  await meter.close('client_gone');
  expect([wallet.reserved, wallet.balance]).toEqual([0, balance]);
});

test('cleared audio that no upstream transcribes costs nothing', async () => {
  const clear = charged(async ({ say, send, tell }) => {
    for (let count = 0; count < 10; count += 1) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await say(10);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await send({ type: 'input_audio_buffer.clear' });
    }
    await tell('input_audio_buffer.cleared');
  });
  expect(await clear).toEqual([]);
});

test.each([
  ['seconds', usage(1e9)],
  ['tokens', { usage: { type: 'tokens', input_tokens: 1e9, output_tokens: 1e9 } }],
  ['nothing', {}],
])(
  'transcripts without audio that an upstream reports again and again, with %s, cost a minute at most',
  async (_, reported) => {
    const flood = charged(async ({ tell }) => {
      for (let count = 0; count < 100; count += 1)
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await tell(`${TRANSCRIPTION}completed`, { item_id: `item ${count}`, ...reported });
    });
    const spent = (await flood).reduce((sum, quota) => sum + quota, 0);
    expect(spent).toBeLessThanOrEqual(MINUTE);
  },
);
