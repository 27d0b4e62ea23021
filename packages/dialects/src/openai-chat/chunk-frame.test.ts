import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { createStreamReader } from './stream.ts';

const words = fc.array(
  fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.constantFrom('\\', '"', '\n', '你好')),
);
const write = (text: string, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: { content: text }, finish_reason: null }], ...more })}\n\n`;

function read(events: readonly string[]) {
  const reader = createStreamReader({ hideUsageChunk: false });
  const forwarded = events.flatMap((event) => reader.push(encodeText(event)));
  const { deliveredCharacters, contentDelivered, fault } = reader;
  const { estimatedCompletionTokens } = reader;
  const bytes = forwarded.reduce((sum, { length }) => sum + length, 0);
  return {
    facts: { deliveredCharacters, contentDelivered, estimatedCompletionTokens, fault },
    bytes,
  };
}

describe('chunks that differ only in their text', () => {
  it('are counted like chunks that differ in more', () => {
    fc.assert(
      fc.property(words, (texts) => {
        const framed = read(texts.map((text) => write(text)));
        // A different member name in each chunk: no two have the same frame.
        const scanned = read(texts.map((text, index) => write(text, { [`p${index}`]: 1 })));
        expect(framed.facts).toEqual(scanned.facts);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['a text that does not close', String.raw`a\ `.trim()],
    ['a second member inside the text', 'a","tool_calls":[{"x":"y"}],"z":"'],
    ['a text that closes early', 'a"b'],
  ])('are scanned completely if the frame contains %s', (_title, text) => {
    const [before = '', after = ''] = write('§').split('§');
    const odd = `${before}${text}${after}`;
    const first = [write('a'), write('b'), write('c')];
    const behind = read([...first, odd]);
    const apart = read([write('a', { p: 1 }), write('b', { q: 1 }), write('c', { r: 1 }), odd]);
    expect(behind.facts).toEqual(apart.facts);
    expect(behind.bytes - read(first).bytes).toBe(behind.facts.fault ? 0 : encodeText(odd).length);
  });
});
