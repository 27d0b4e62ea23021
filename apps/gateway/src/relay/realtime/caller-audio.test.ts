import { expect, test } from 'vitest';
import { CallerAudio } from './caller-audio.ts';

const append = { type: 'input_audio_buffer.append', body: {} };
const commit = { type: 'input_audio_buffer.commit', body: {} };
const failed = { type: 'conversation.item.input_audio_transcription.failed', body: {} };

test('recordings that are not transcribed are merged, whatever their number, and no audio is lost', () => {
  const audio = new CallerAudio();
  for (let count = 0; count < 5000; count += 1) {
    audio.recordClientEvent(append, 2);
    audio.recordClientEvent(commit, 0);
  }
  const { recordings } = audio;
  expect(recordings.length).toBeLessThan(300);
  expect(recordings.reduce((sum, { seconds }) => sum + seconds, 0)).toBe(10_000);
});

test('recordings with a reservation stay separate', () => {
  const audio = new CallerAudio();
  for (let count = 0; count < 1000; count += 1) {
    audio.recordClientEvent(append, 2);
    audio.open.reservation = {} as NonNullable<typeof audio.open.reservation>;
    audio.recordClientEvent(commit, 0);
  }
  expect(audio.recordings).toHaveLength(1001);
  expect(audio.recordServerEvent(failed)?.recording.seconds).toBe(2);
});
