import { expect, test, vi } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { MediaEventStream } from '../media/media-event-stream.ts';
import { createStreamReader } from '../openai-chat/stream.ts';
import { CODECS } from '../translate/codec.ts';
import { PassingStream } from '../translate/passing-stream.ts';
import { EVENT_BYTES_MAX, HELD_PIECES_MAX } from './event-limits.ts';

const openMedia = () =>
  new MediaEventStream({
    kind: 'transcriptions',
    work: { unit: 'transcript', seconds: 9, promptTokens: 0 },
    contentType: 'application/json',
    responseFormat: 'json',
    form: undefined,
  });
const openPassing = () =>
  new PassingStream({
    openReader: (emit) => CODECS['anthropic-messages'].readStream(emit, 'x'),
    isLast: ({ type }) => type === 'message_stop',
    ending: '',
    maxEventBytes: EVENT_BYTES_MAX,
  });
const event = (data: object) => encodeText(`data: ${JSON.stringify(data)}\n\n`);
const numbers = encodeText('data: 1\n\n'.repeat(HELD_PIECES_MAX / 4));

test.each([
  ['a transcript', openMedia, event({ type: 'transcript.text.done', text: 'x' })],
  ['a message', openPassing, event({ type: 'message_stop' })],
])('tiny events that follow the end of %s are not held without limit', (_name, open, end) => {
  const stream = open();
  stream.push(end);
  for (let piece = 0; piece < 3; piece += 1) stream.push(numbers);
  expect(stream.fault).toBeUndefined();
  for (let piece = 0; piece < 2; piece += 1) stream.push(numbers);
  expect(stream.fault).toMatchObject({ kind: 'bad-response' });
});

test('an opening of many tiny pieces is sent before it takes many times its size', () => {
  const stream = openPassing();
  const comment = encodeText(': keep-alive\n\n');
  let pieces = 0;
  while (pieces < 2 * HELD_PIECES_MAX && stream.push(comment).length === 0) pieces += 1;
  expect(pieces).toBeGreaterThan(HELD_PIECES_MAX / 4);
  expect(pieces).toBeLessThanOrEqual(HELD_PIECES_MAX + 1);
});

test.each([
  ['media', openMedia],
  ['messages', openPassing],
  ['chat', () => createStreamReader({ hideUsageChunk: false })],
])('comments and words in a stream of %s are not parsed', (_name, open) => {
  const stream = open();
  const parse = vi.spyOn(JSON, 'parse');
  stream.push(encodeText(':\n\ndata:\n\ndata: ping\n\n'.repeat(100)));
  expect(parse).not.toHaveBeenCalled();
  expect(stream.fault).toBeUndefined();
  parse.mockRestore();
});
