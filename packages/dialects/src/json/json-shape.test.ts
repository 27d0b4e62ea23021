import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeText } from './encode-text.ts';
import { isObjectShaped } from './json-shape.ts';

const check = (text: string) => {
  const bytes = encodeText(text);
  return isObjectShaped(bytes, 0, bytes.length);
};
const object = fc.dictionary(fc.string(), fc.jsonValue());

describe('the shape of a JSON object', () => {
  it('matches every JSON object, whatever its whitespace', () => {
    fc.assert(
      fc.property(object, fc.integer({ min: 0, max: 3 }), (value, spaces) => {
        expect(check(JSON.stringify(value, null, spaces))).toBe(true);
      }),
    );
  });

  it('does not match one that lacks its beginning or end', () => {
    fc.assert(
      fc.property(object, fc.nat(), fc.boolean(), (value, position, isHead) => {
        const text = JSON.stringify(value);
        const at = 1 + (position % (text.length - 1));
        const fragment = isHead ? text.slice(0, at) : text.slice(at);
        if (isHead || fragment[0] !== '{') expect(check(fragment)).toBe(false);
      }),
    );
  });

  it.each([
    '',
    '[]',
    '{"a":1}{"b":2}',
    '{"a" "b"}',
    '{"a":}',
    '{,}',
    '{"a":1,}',
    '{a:1}',
    '"x"',
    '{"a":1}}',
  ])('does not match %s', (text) => {
    expect(check(text)).toBe(false);
  });
});
