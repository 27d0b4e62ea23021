import { expect, test } from 'vitest';
import { openMeter } from '../../../test-support/realtime-meter-scene.ts';
import { DeliveredOutput } from './delivered-output.ts';

const SECONDS = 120;
const encode = (event: object) => Buffer.from(JSON.stringify(event));
const formats: [string, object, number][] = [
  ['G.711', { input_audio_format: 'g711_ulaw' }, 8000],
  ['24,000 Hz', { input_audio_format: 'pcm16' }, 48_000],
  ['8,000 Hz', { audio: { input: { format: { type: 'audio/pcm', rate: 8000 } } } }, 16_000],
  [
    '8,000 Hz as Alibaba names it',
    { audio: { input: { format: { type: 'pcm', sample_rate: 8000 } } } },
    16_000,
  ],
  ['16,000 Hz', { audio: { input: { format: { type: 'audio/pcm', rate: 16_000 } } } }, 32_000],
];

/** Returns what two minutes of audio cost that an upstream reports as such. */
async function costOf(session: object, bytesASecond: number): Promise<number | undefined> {
  const { meter, wallet } = await openMeter({ model: 'grok-voice', transcriber: 'whisper-1' });
  await meter.recordClientEvent(encode({ type: 'session.update', session }));
  const audio = 'A'.repeat((bytesASecond * SECONDS * 4) / 3);
  await meter.recordClientEvent(encode({ type: 'input_audio_buffer.append', audio }));
  await meter.recordClientEvent(encode({ type: 'input_audio_buffer.commit' }));
  await meter.recordServerEvent({
    type: 'conversation.item.input_audio_transcription.completed',
    body: { transcript: 'hi', usage: { type: 'duration', seconds: SECONDS } },
  });
  return wallet.charges[0]?.quota;
}

test('a transcript is charged what its upstream reports of it, in whatever format the audio was', async () => {
  const costs: (number | undefined)[] = [];
  for (const [, session, bytes] of formats)
    // oxlint-disable-next-line no-await-in-loop -- one session after the other
    costs.push(await costOf(session, bytes));
  expect(costs[0]).toBeGreaterThan(0);
  expect(costs).toEqual(costs.map(() => costs[0]));
});

test('audio whose usage is never reported counts by its seconds, in the format that the upstream states', () => {
  const tokensOf = (session: object, bytesASecond: number) => {
    const output = new DeliveredOutput();
    output.takeSession(session as Record<string, unknown>);
    const length = (bytesASecond * 60 * 4) / 3;
    output.add(length, length);
    return output.usage.audioOutputTokens;
  };
  const output = (rate: number) => ({ audio: { output: { format: { type: 'audio/pcm', rate } } } });
  const tokens = [
    tokensOf({}, 48_000),
    tokensOf({ output_audio_format: 'pcm16' }, 48_000),
    tokensOf({ output_audio_format: 'g711_alaw' }, 8000),
    tokensOf({ audio: { output: { format: { type: 'audio/pcmu' } } } }, 8000),
    tokensOf(output(8000), 16_000),
    tokensOf(output(48_000), 96_000),
    tokensOf({ audio: { output: { format: { type: 'wav', sample_rate: 16_000 } } } }, 32_000),
  ];
  expect(tokens).toEqual(tokens.map(() => 60 * 20));
});

test('a response in a format of its own is not taken for longer than it is', () => {
  const output = new DeliveredOutput();
  output.takeSession({ output_audio_format: 'g711_ulaw' });
  const response = { output_audio_format: 'pcm16' };
  output.recordClientEvent({ type: 'response.create', body: { response } });
  const length = (48_000 * 60 * 4) / 3;
  output.add(length, length);
  expect(output.usage.audioOutputTokens).toBe(60 * 20);
});
