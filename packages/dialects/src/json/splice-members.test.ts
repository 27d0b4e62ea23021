import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countReads } from '../../test-support/count-reads.ts';
import { encodeText } from './encode-text.ts';
import { decodeText } from './parse-json.ts';
import { changeMembers, insertMember, removeMember, replaceMember } from './splice-members.ts';

/** One member as text: a name (sometimes escaped) and any JSON value. */
const member = fc
  .tuple(
    fc.oneof(fc.constantFrom('model', 'stream', 'a'), fc.string({ unit: 'binary' })),
    fc.jsonValue(),
    fc.boolean(),
  )
  .map(
    ([name, value, escaped]) =>
      `${escaped ? escapeAll(name) : JSON.stringify(name)}:${JSON.stringify(value)}`,
  );

const escapeAll = (name: string) =>
  `"${name
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')}"`;

const space = fc.constantFrom('', ' ', '\n\t', '\r\n  ');

/** Text of an object, with duplicates, unicode escapes and unusual whitespace. */
const objectText = fc
  .tuple(fc.array(member, { maxLength: 8 }), space, space)
  .map(
    ([members, before, between]) =>
      `${before}{${between}${members.join(`${between},${between}`)}${between}}${before}`,
  );

let shapes = 0;

/**
 * Parses like JSON.parse, but with a hidden class of its own per object: V8 confuses an escaped name with one
 * containing a backslash in an earlier object of the same shape (`{"q":1,"\\\\b":1}`, then
 * `{"q":1,"\\b\\b":1}`).
 */
function parse(bytes: Uint8Array): Record<string, unknown> {
  const members = decodeText(bytes).trim().slice(1);
  const mark = `shape ${(shapes += 1)}`;
  const comma = members.trim() === '}' ? '' : ',';
  const parsed = JSON.parse(`{"${mark}":0${comma}${members}`) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => name !== mark));
}

const parseText = (text: string) => parse(encodeText(text));
const name = fc.constantFrom('model', 'stream', 'a', 'never there', 'é"\\');

describe('splicing members', () => {
  it('replaceMember changes that member and nothing else', () => {
    fc.assert(
      fc.property(objectText, name, fc.jsonValue(), (text, key, value) => {
        const result = parse(replaceMember(encodeText(text), key, JSON.stringify(value)));
        const expected = Object.entries(parseText(text)).filter(([other]) => other !== key);
        expect(result[key]).toEqual(JSON.parse(JSON.stringify(value)));
        expect(Object.entries(result).filter(([other]) => other !== key)).toEqual(expected);
      }),
    );
  });

  it('insertMember adds that member and changes nothing else', () => {
    fc.assert(
      fc.property(objectText, name, fc.jsonValue(), (text, key, value) => {
        const result = parse(insertMember(encodeText(text), key, JSON.stringify(value)));
        const expected = Object.entries(parseText(text)).filter(([other]) => other !== key);
        expect(result[key]).toEqual(JSON.parse(JSON.stringify(value)));
        expect(Object.entries(result).filter(([other]) => other !== key)).toEqual(expected);
      }),
    );
  });

  it('removeMember removes all duplicates of that member and changes nothing else', () => {
    fc.assert(
      fc.property(objectText, name, (text, key) => {
        const result = parse(removeMember(encodeText(text), key));
        const expected = Object.entries(parseText(text)).filter(([other]) => other !== key);
        expect(Object.entries(result)).toEqual(expected);
      }),
    );
  });

  it('changeMembers sets, adds and removes any number of members and changes nothing else', () => {
    const change = fc.tuple(name, fc.option(fc.jsonValue(), { nil: undefined }));
    fc.assert(
      fc.property(objectText, fc.array(change), (text, list) => {
        const changes = new Map<string, string | undefined>(
          list.map(([key, value]) => [key, JSON.stringify(value)]),
        );
        const result = parse(changeMembers(encodeText(text), changes));
        const expected = Object.entries(parseText(text)).filter(([other]) => !changes.has(other));
        expect(Object.entries(result).filter(([other]) => !changes.has(other))).toEqual(expected);
        for (const [key, value] of changes) {
          expect(Object.hasOwn(result, key)).toBe(value !== undefined);
          expect(JSON.stringify(result[key])).toBe(value && JSON.stringify(JSON.parse(value)));
        }
      }),
    );
  });

  it('changeMembers scans the bytes once, however many members change', () => {
    const messages = Array.from({ length: 2000 }, () => ({ role: 'user', content: 'a' }));
    const bytes = encodeText(JSON.stringify({ messages, model: 'm' }));
    const change = (count: number) => {
      const names = Array.from({ length: count }, (_, index) => [`m${index}`, '1'] as const);
      return countReads(bytes, (counted) => changeMembers(counted, new Map(names)));
    };
    expect(change(40)).toBe(change(1));
  });

  it('leaves every byte outside the changed value untouched', () => {
    const text = '{ "x" : 1.0 , "model":"a" ,"y":"\\u00e9é" }';
    expect(decodeText(replaceMember(encodeText(text), 'model', '"b"'))).toBe(
      text.replace('"a"', '"b"'),
    );
    expect(decodeText(insertMember(encodeText(text), 'z', '1'))).toBe(
      text.replace(/ \}$/, ' ,"z":1}'),
    );
  });

  it('refuses bytes that are not an object', () => {
    expect(() => replaceMember(encodeText('[1]'), 'a', '1')).toThrow(RangeError);
    expect(() => insertMember(encodeText('[1]'), 'a', '1')).toThrow(RangeError);
    expect(() => insertMember(encodeText('}'), 'a', '1')).toThrow(RangeError);
    expect(() => removeMember(encodeText('1'), 'a')).toThrow(RangeError);
  });
});
