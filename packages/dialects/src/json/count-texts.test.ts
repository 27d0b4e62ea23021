import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countTexts } from './count-texts.ts';
import { encodeText } from './encode-text.ts';

it('counts the strings and arrays in an array as parsing does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2), (value, indent) => {
      const bytes = encodeText(JSON.stringify(value, null, indent));
      const items: unknown[] = Array.isArray(value) ? value : [];
      const texts = items.filter((item) => typeof item === 'string' || Array.isArray(item));
      expect(countTexts(bytes, { start: 0, end: bytes.length })).toBe(texts.length);
    }),
  );
});
