import { type SeedRow, withSource } from './seed-row.ts';

/** List prices of OpenAI for images, speech and realtime sessions. */
export const openaiMediaPrices: readonly SeedRow[] = [
  ...withSource('models.dev', '2026-07', [
    { model: 'gpt-image-2', input: 5, output: 30, cached: 1.25, imageInput: 8 },
  ]),
  ...withSource('unverified', '2026-11', [
    // Without a price for audio tokens: speech to text is priced by time, 1,000 tokens a minute, and text to
    // speech by characters.
    { model: 'whisper-1', input: 6 },
    { model: 'tts-1', input: 15 },
    { model: 'tts-1-hd', input: 30 },
    { model: 'gpt-image-1.5', input: 5, output: 32, cached: 1.25, imageInput: 8 },
    { model: 'gpt-image-1', input: 5, output: 40, cached: 1.25, imageInput: 10 },
    { model: 'gpt-image-1-mini', input: 2, output: 8, cached: 0.2, imageInput: 2.5 },
    { model: 'gpt-4o-mini-tts', input: 0.6, audioOutput: 12 },
    { model: 'gpt-4o-transcribe', input: 2.5, output: 10, audioInput: 6 },
    { model: 'gpt-4o-transcribe-diarize', input: 2.5, output: 10, audioInput: 6 },
    { model: 'gpt-4o-mini-transcribe', input: 1.25, output: 5, audioInput: 3 },
    { model: 'gpt-audio', input: 2.5, output: 10, audioInput: 32, audioOutput: 64 },
    { model: 'gpt-audio-mini', input: 0.6, output: 2.4, audioInput: 10, audioOutput: 20 },
    { model: 'gpt-4o-audio-preview', input: 2.5, output: 10, audioInput: 40, audioOutput: 80 },
    {
      model: 'gpt-4o-mini-audio-preview',
      input: 0.15,
      output: 0.6,
      audioInput: 10,
      audioOutput: 20,
    },
    {
      model: 'gpt-realtime',
      input: 4,
      output: 16,
      cached: 0.4,
      audioInput: 32,
      audioOutput: 64,
      imageInput: 5,
    },
    {
      model: 'gpt-realtime-mini',
      input: 0.6,
      output: 2.4,
      cached: 0.06,
      audioInput: 10,
      audioOutput: 20,
      imageInput: 0.8,
    },
    {
      model: 'gpt-4o-realtime-preview',
      input: 5,
      output: 20,
      cached: 2.5,
      audioInput: 40,
      audioOutput: 80,
    },
    {
      model: 'gpt-4o-mini-realtime-preview',
      input: 0.6,
      output: 2.4,
      cached: 0.3,
      audioInput: 10,
      audioOutput: 20,
    },
  ]),
];
