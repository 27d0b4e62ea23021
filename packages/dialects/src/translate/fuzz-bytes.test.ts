import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHAT_STREAMS,
  DIALECT_STREAMS,
  eventsOf,
  loadStream,
  MEDIA_STREAMS,
  mediaOf,
} from '../../test-support/recorded-streams.ts';
import { frameEvent } from '../../test-support/frame-event.ts';
import { BedrockToSse } from '../bedrock/claude.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText, parseJson } from '../json/parse-json.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { MediaEventStream } from '../media/media-event-stream.ts';
import { translationOf } from '../testing/translate-call.ts';
import type { ResponseStream } from './response-stream.ts';

const RUNS = 400;
const BODY = { model: 'm', stream: true, max_tokens: 5, messages: [], input: [], contents: [] };

/** Transmission damage: bytes are changed, lost, duplicated or inserted. */
type Damage = readonly [kind: 'change' | 'cut' | 'double' | 'insert', at: number, length: number];
const damage: fc.Arbitrary<Damage> = fc.tuple(
  fc.constantFrom('change' as const, 'cut' as const, 'double' as const, 'insert' as const),
  fc.nat(),
  fc.integer({ min: 1, max: 40 }),
);
const damages = fc.array(damage, { minLength: 1, maxLength: 4 });
const SIGNS = encodeText('{}[]",:\\\n\r data: event 0-1e\u0000é');

function spoil(bytes: Uint8Array, list: readonly Damage[]): Uint8Array {
  return list.reduce((before: Uint8Array, [kind, position, length]) => {
    const at = position % (before.length + 1);
    const end = Math.min(before.length, at + length);
    const noise = Uint8Array.from(
      { length },
      (_, index) => SIGNS[(position + index * 7) % SIGNS.length] ?? 0,
    );
    const inserted =
      kind === 'double' ? before.subarray(at, end) : kind === 'cut' ? new Uint8Array() : noise;
    const resume = kind === 'insert' || kind === 'double' ? at : end;
    return concatBytes([before.subarray(0, at), inserted, before.subarray(resume)]);
  }, bytes);
}

/** Splits bytes into pieces of one size, as a socket would deliver them. */
const split = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );

function drain(stream: ResponseStream, bytes: Uint8Array, size: number): string {
  const sent = split(bytes, size).flatMap((chunk) => stream.push(chunk));
  const end = stream.end();
  expect(end.complete && end.fault !== undefined).toBe(false);
  expect(Number.isSafeInteger(end.estimatedCompletionTokens)).toBe(true);
  return decodeText(concatBytes([...sent, end.tail]));
}

describe('recorded streams with corrupt bytes', () => {
  it('are read by every chat reader without throwing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHAT_STREAMS),
        damages,
        fc.integer({ min: 1, max: 300 }),
        ({ path, format }, list, size) => {
          eventsOf(format, split(spoil(loadStream(path), list), size));
        },
      ),
      { numRuns: 3 * RUNS },
    );
  });

  it('pass through in their dialect without throwing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...DIALECT_STREAMS),
        damages,
        fc.integer({ min: 1, max: 300 }),
        ({ path, format }, list, size) => {
          const stream = translationOf({
            from: format,
            to: format,
            body: BODY,
            stream: true,
          }).openStream();
          drain(stream, spoil(loadStream(path), list), size);
        },
      ),
      { numRuns: 3 * RUNS },
    );
  });

  it('of images and audio pass through without throwing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...MEDIA_STREAMS),
        damages,
        fc.integer({ min: 1, max: 300 }),
        ({ path }, list, size) => {
          drain(new MediaEventStream(mediaOf(path)), spoil(loadStream(path), list), size);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it("in Bedrock's binary frames end with one error, and keep what precedes it", () => {
    const frames = [
      '{"type":"ping"}',
      '{"type":"content_block_stop","index":0}',
      '{"type":"message_stop"}',
    ].map(frameEvent);
    const intactEvents = frames.map((frame) => decodeText(new BedrockToSse().push(frame)));
    fc.assert(
      fc.property(damages, fc.integer({ min: 1, max: 300 }), (list, size) => {
        const adapter = new BedrockToSse();
        const bytes = spoil(concatBytes(frames), list);
        const text = split(bytes, size)
          .map((chunk) => decodeText(adapter.push(chunk)))
          .join('');
        expect(text.match(/event: error/g)?.length ?? 0).toBeLessThanOrEqual(1);
        const before = text.split('event: error')[0] ?? '';
        // Whole frames may be lost or duplicated; none may be invented.
        expect(intactEvents.reduce((rest, event) => rest.replaceAll(event, ''), before)).toBe('');
      }),
      { numRuns: RUNS },
    );
  });
});

describe('JSON with corrupt bytes', () => {
  it('has member ranges only within its bytes, and the same members as JSON.parse if it is still JSON', () => {
    const intact = encodeText(
      JSON.stringify({
        model: 'm',
        messages: [{ role: 'user', content: 'Grüße "x" \\ 👋' }],
        n: 1,
        tools: [{ a: [1, 2.5e3, null] }],
      }),
    );
    fc.assert(
      fc.property(damages, (list) => {
        const bytes = spoil(intact, list);
        const members = listTopLevelMembers(bytes);
        for (const { start, end } of members ?? []) {
          expect(start).toBeLessThan(end);
          expect(end).toBeLessThanOrEqual(bytes.length);
        }
        const parsed = parseJson(bytes);
        if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return;
        expect(new Set(members?.map(({ name }) => name))).toEqual(new Set(Object.keys(parsed)));
      }),
      { numRuns: 3 * RUNS },
    );
  });
});

describe('a stream that never ends', () => {
  it('is given up if one image or event is larger than accepted', () => {
    const stream = new MediaEventStream(mediaOf('translations/fixtures/media/images/stream.txt'));
    const chunk = new Uint8Array(8 * 1024 * 1024).fill(0x78);
    for (let count = 0; count < 9; count++) stream.push(chunk);
    expect(stream.fault?.kind).toBe('bad-response');
  });

  it('is refused by its length if a binary message is larger than accepted', () => {
    const adapter = new BedrockToSse();
    const prelude = frameEvent('{}').subarray(0, 12);
    prelude.writeUInt32BE(0x7fff_ffff, 0);
    prelude.writeUInt32BE(crc32(prelude.subarray(0, 8)), 8);
    expect(decodeText(adapter.push(prelude))).toContain('event: error');
  });
});
