import { describe, expect, it } from 'vitest';
import { concatBytes } from '../json/concat-bytes.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { MediaEventStream } from './media-event-stream.ts';
import type { MediaRequest } from './media-request.ts';
import { readMediaResponse } from './read-media-response.ts';
import { AudioStream } from './audio-stream.ts';

const image = (count: number): MediaRequest => ({
  kind: 'images',
  work: {
    unit: 'image',
    size: '',
    quality: '',
    count,
    partials: 0,
    inputs: 0,
    promptTokens: 1,
  },
  contentType: 'application/json',
  responseFormat: '',
  form: undefined,
});
const transcript = (responseFormat: string): MediaRequest => ({
  ...image(1),
  kind: 'transcriptions',
  work: { unit: 'transcript', seconds: 9, promptTokens: 0 },
  responseFormat,
});
const event = (type: string, rest: object = {}) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...rest })}\n\n`;
const usage = { input_tokens: 10, output_tokens: 272 };

/** Reads the stream in pieces of `size` bytes; returns what was sent before the end, and the end. */
function read(media: MediaRequest, text: string, size: number) {
  const stream = new MediaEventStream(media);
  const bytes = encodeText(text);
  const shown: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += size)
    for (const output of stream.push(bytes.slice(at, at + size))) shown.push(output.slice());
  return { shown: decodeText(concatBytes(shown)), end: stream.end() };
}

describe('a stream of events with images or a transcript', () => {
  const partial = event('image_generation.partial_image', { b64_json: 'x'.repeat(9000) });
  const complete = partial + event('image_generation.completed', { b64_json: 'y', usage });

  it('is passed on unchanged, however it is cut, except for its last event', () => {
    for (const size of [1, 2, 3, 7, 100, 1e6]) {
      const { shown, end } = read(image(1), complete, size);
      expect(shown).toBe(partial);
      expect(shown + decodeText(end.tail)).toBe(complete);
      expect(end.complete).toBe(true);
      expect(end.media).toMatchObject({ images: 1 });
      expect(end.usage).toMatchObject({ promptTokens: 10, completionTokens: 272 });
    }
  });

  it('holds back only the last of several images, and sums the usage of all', () => {
    const one = event('image_generation.completed', { b64_json: 'y', usage });
    const { shown, end } = read(image(2), one + one, 50);
    expect(shown).toBe(one);
    expect(end.media).toMatchObject({ images: 2 });
    expect(end.usage).toMatchObject({ promptTokens: 20, completionTokens: 544 });
  });

  it('counts every image of a series, complete or cut, and holds back its end', () => {
    const part = event('image_generation.partial_succeeded', { url: 'u' });
    const over = event('image_generation.completed', { usage: { ...usage, generated_images: 3 } });
    const { shown, end } = read(image(15), part.repeat(3) + over, 50);
    expect(shown).toBe(part.repeat(3));
    expect([end.complete, end.media]).toMatchObject([true, { images: 3 }]);
    expect(read(image(15), part.repeat(2), 50).end.media).toMatchObject({ images: 2 });
  });

  it('is not complete without its last event, and forwards nothing after an error', () => {
    expect(read(image(1), partial, 100).end.complete).toBe(false);
    const failed = partial + event('error', { error: { message: 'no', code: 'x' } }) + complete;
    const { shown, end } = read(image(1), failed, 100);
    expect(shown).toBe(partial);
    expect(end.fault?.message).toBe('no');
  });

  it('reports the tokens of a transcript', () => {
    const text =
      event('transcript.text.delta', { delta: 'hi' }) +
      event('transcript.text.done', {
        text: 'hi',
        usage: {
          type: 'tokens',
          ...usage,
          input_token_details: { text_tokens: 1, audio_tokens: 9 },
        },
      }) +
      'data: [DONE]\n\n';
    const { end, shown } = read(transcript('json'), text, 9);
    expect(shown + decodeText(end.tail)).toBe(text);
    expect(end.media?.usage).toMatchObject({ audioInputTokens: 9, completionTokens: 272 });
  });
});

describe('an audio stream', () => {
  it('is passed on unchanged, except for its last byte, which is held back until the end', () => {
    const stream = new AudioStream();
    const chunks = [Uint8Array.of(1, 2, 3), Uint8Array.of(4), Uint8Array.of(), Uint8Array.of(5, 6)];
    const shown = chunks.flatMap((chunk) => stream.push(chunk).flatMap((bytes) => [...bytes]));
    expect(shown).toEqual([1, 2, 3, 4, 5]);
    expect([...stream.end().tail]).toEqual([6]);
  });

  it('that ended early, or was empty, is not complete', () => {
    const stream = new AudioStream();
    stream.push(Uint8Array.of(1, 2));
    expect(stream.end('by-upstream')).toMatchObject({ complete: false, fault: undefined });
    expect(new AudioStream().end().fault?.kind).toBe('bad-response');
  });
});

describe('a non-streamed response', () => {
  const reportOf = (media: MediaRequest, text: string) => {
    const response = readMediaResponse(media, encodeText(text));
    return response.ok ? response.media : response.fault.message;
  };

  it.each([
    ['{"data":[{"url":"a,]"},{"b64_json":"[{"}],"created":1}', 2],
    ['{"data":[ ]}', 0],
    ['{"images":[{"url":"a"}],"seed":1}', 1],
  ])('%s contains %d images', (text, images) => {
    expect(reportOf(image(1), text)).toMatchObject({ images });
  });

  it.each([
    ['{"error":{"message":"too red"}}', 'too red'],
    ['{"created":1}', 'The upstream sent an answer that could not be read.'],
    ['<html>', 'The upstream sent an answer that could not be read.'],
  ])('%s is a fault', (text, message) => {
    expect(reportOf(image(1), text)).toBe(message);
  });

  it.each([
    ['json', '{"text":"hi","usage":{"type":"duration","seconds":12.5}}', 12.5],
    ['verbose_json', '{"text":"hi","duration":"7.25","segments":[]}', 7.25],
    ['srt', '1\n00:00:00,000 --> 01:00:02,500\nhi\n', 3602.5],
    ['vtt', 'WEBVTT\n\n00:01.000 --> 00:04.750\nhi\n', 4.75],
    ['text', 'hi\n', undefined],
    ['text', 'hi --> 00:00:01,000\n', undefined],
    ['json', 'hi, in plain text all the same', undefined],
    ['json', '{"text":"hi","usage":{"type":"duration","seconds":-1}}', undefined],
  ])("in format %s reports the recording's duration: %s", (format, text, seconds) => {
    const report = reportOf(transcript(format), text);
    expect(typeof report === 'object' && report.seconds).toBe(seconds);
  });
});
