import { describe, expect, it } from 'vitest';
import { BedrockToSse } from '../bedrock/claude.ts';
import type { Dialect } from '../ir/dialect.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { decodeText } from '../json/parse-json.ts';
import { MediaEventStream } from '../media/media-event-stream.ts';
import { forEveryCut } from '../../test-support/for-every-cut.ts';
import { frameEvent } from '../../test-support/frame-event.ts';
import {
  CHAT_STREAMS,
  DIALECT_STREAMS,
  eventsOf,
  loadStream,
  MEDIA_STREAMS,
  mediaOf,
  RECORDED_FILES,
} from '../../test-support/recorded-streams.ts';
import { translationOf } from '../testing/translate-call.ts';
import { UPSTREAM_CODECS } from './codec.ts';
import type { ResponseStream } from './response-stream.ts';

/** Asserts that the bytes are read the same, wherever they are cut. */
function expectSame(bytes: Uint8Array, read: (chunks: readonly Uint8Array[]) => unknown): void {
  const whole = read([bytes.slice()]);
  forEveryCut(bytes, (chunks, cut) => expect(read(chunks), cut).toEqual(whole));
}

/** Returns everything that a client and the relay see of a stream. */
function seenThrough(stream: ResponseStream, chunks: readonly Uint8Array[]) {
  const sent = chunks.flatMap((chunk) => stream.push(chunk));
  const { tail, ...end } = stream.end();
  return { text: decodeText(concatBytes([...sent, tail])), end };
}

const BODIES: Readonly<Record<Dialect, object>> = {
  'openai-chat': {
    model: 'm',
    messages: [],
    stream: true,
    stream_options: { include_usage: true },
  },
  'openai-responses': { model: 'm', input: [], stream: true },
  'anthropic-messages': { model: 'm', messages: [], max_tokens: 5, stream: true },
  'gemini-generate': { contents: [] },
};
const passing = (dialect: Dialect) =>
  translationOf({ from: dialect, to: dialect, body: BODIES[dialect], stream: true });

describe('a recorded stream is the same wherever its bytes are cut', () => {
  it.each(CHAT_STREAMS)('$path: its events', ({ path, format }) => {
    expectSame(loadStream(path), (chunks) => eventsOf(format, chunks));
  });

  it.each(DIALECT_STREAMS)('$path: passed through', ({ path, format }) => {
    const translation = passing(format);
    expectSame(loadStream(path), (chunks) => seenThrough(translation.openStream(), chunks));
  });

  it.each(MEDIA_STREAMS)('$path: passed through with its cost', ({ path }) => {
    expectSame(loadStream(path), (chunks) =>
      seenThrough(new MediaEventStream(mediaOf(path)), chunks),
    );
  });

  it.each(DIALECT_STREAMS.filter(({ format }) => format === 'anthropic-messages'))(
    "$path: in Bedrock's binary frames",
    ({ path }) => {
      const json = [...decodeText(loadStream(path)).matchAll(/^data: (.*)$/gm)];
      const frames = concatBytes(json.map(([, data]) => frameEvent(data ?? '')));
      expectSame(frames, (chunks) => {
        const adapter = new BedrockToSse();
        return decodeText(concatBytes(chunks.map((chunk) => adapter.push(chunk))));
      });
    },
  );
});

describe('the recorded streams', () => {
  it('are all tested, and there are some of every upstream format', () => {
    const walked = new Set([...CHAT_STREAMS, ...MEDIA_STREAMS].map(({ path }) => path));
    expect(RECORDED_FILES.filter((path) => !walked.has(path))).toEqual([]);
    const recorded = new Set<string>(CHAT_STREAMS.map((each) => each.format));
    expect(Object.keys(UPSTREAM_CODECS).filter((format) => !recorded.has(format))).toEqual([]);
    expect(MEDIA_STREAMS.length).toBeGreaterThan(2);
  });
});
