import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countReads } from '../../test-support/count-reads.ts';
import { encodeText } from './encode-text.ts';
import { parseJson } from './parse-json.ts';
import { scanTopLevelMembers } from './top-level-members.ts';

const textOf = (bytes: Uint8Array, range: { start: number; end: number }) =>
  new TextDecoder().decode(bytes.subarray(range.start, range.end));

const scanText = (text: string) => {
  const bytes = encodeText(text);
  const members = scanTopLevelMembers(bytes);
  return (
    members && Object.fromEntries([...members].map(([name, range]) => [name, textOf(bytes, range)]))
  );
};

describe('scanTopLevelMembers', () => {
  it('finds the value of every top-level member and of no nested one', () => {
    expect(scanText(' {"a" : [1,{"b":2}] ,\n"c":"x\\"}y", "d":{}, "e":-1.5e3,"f":null } ')).toEqual(
      {
        a: '[1,{"b":2}]',
        c: '"x\\"}y"',
        d: '{}',
        e: '-1.5e3',
        f: 'null',
      },
    );
  });

  it('lets the last duplicate win and decodes escaped names', () => {
    expect(scanText('{"model":"a","mod\\u0065l":"b"}')).toEqual({ model: '"b"' });
  });

  it.each(['a', 'é', '\u0001', '\\"', '\u{1d54f}'])('reads names of any length: %j', (letter) => {
    for (const length of [1, 30, 62, 63, 64, 65, 5000]) {
      const name = letter.repeat(length);
      expect(scanText(JSON.stringify({ [name]: 1 })), String(length)).toEqual({ [name]: '1' });
    }
  });

  it('returns undefined for everything that is not one complete object', () => {
    for (const text of [
      '',
      '[]',
      '"a"',
      '{',
      '{"a":1',
      '{"a"}',
      '{"a":}',
      '{"a":1}x',
      '{"a":1,}',
      '{a:1}',
      '{"a" 1}',
    ]) {
      expect(scanText(text), text).toBeUndefined();
    }
  });

  it('skips a byte order mark', () => {
    expect(scanText('\uFEFF{"a":1}')).toEqual({ a: '1' });
  });

  it('skips flat arrays of numbers without missing what follows them', () => {
    expect(scanText('{"a":[1,2,3],"b":[[1,2],["x]",3],[4,{"c":[5]}]],"d":[6,{}],"e":7}')).toEqual({
      a: '[1,2,3]',
      b: '[[1,2],["x]",3],[4,{"c":[5]}]]',
      d: '[6,{}]',
      e: '7',
    });
  });

  it('skips long strings full of quotes and backslashes', () => {
    const fragment = fc.constantFrom(
      '"',
      '\\',
      '\\"',
      '\n',
      'words without any quote in them at all, many of them, '.repeat(2),
      'é',
    );
    const text = fc
      .array(fragment, { minLength: 3, maxLength: 30 })
      .map((fragments) => fragments.join(''));
    fc.assert(
      fc.property(text, text, (first, second) => {
        expect(scanText(JSON.stringify({ a: first, b: [{ c: second }], d: 1 }))).toEqual({
          a: JSON.stringify(first),
          b: JSON.stringify([{ c: second }]),
          d: '1',
        });
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with JSON.parse on arbitrary objects, compact or indented', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()),
        fc.constantFrom(0, 2),
        (value, indent) => {
          const bytes = encodeText(JSON.stringify(value, undefined, indent));
          const members = scanTopLevelMembers(bytes);
          const parsed = parseJson(bytes) as Record<string, unknown>;
          expect(members && [...members.keys()].toSorted()).toEqual(Object.keys(parsed).toSorted());
          for (const [name, range] of members ?? []) {
            expect(JSON.parse(textOf(bytes, range))).toEqual(parsed[name]);
          }
        },
      ),
    );
  });

  it('reads each byte of many tiny messages about once', () => {
    const messages = Array.from({ length: 2000 }, () => ({ role: 'user', content: 'a' }));
    const bytes = encodeText(JSON.stringify({ messages, model: 'm' }));
    expect(countReads(bytes, scanTopLevelMembers)).toBeLessThan(1.01 * bytes.length);
  });

  it('never throws or reads out of bounds, whatever the bytes', () => {
    const jsonish = fc.array(fc.constantFrom(...'{}[]":,\\1-e n\u00e9'.split('')), {
      maxLength: 60,
    });
    const arbitrary = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      jsonish.map((parts) => encodeText(`{${parts.join('')}`)),
    );
    fc.assert(
      fc.property(arbitrary, (bytes) => {
        for (const range of scanTopLevelMembers(bytes)?.values() ?? []) {
          expect(range.start).toBeLessThan(range.end);
          expect(range.end).toBeLessThanOrEqual(bytes.length);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
