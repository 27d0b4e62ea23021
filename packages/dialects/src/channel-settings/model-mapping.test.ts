import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildModelMapping } from './model-mapping.ts';

const read = (text: string) => {
  const result = buildModelMapping(text);
  return result.ok ? Object.fromEntries(result.mapping) : result;
};

describe('buildModelMapping', () => {
  it('reads an empty text as no mapping', () => {
    expect(read('')).toEqual({});
    expect(read('  \n')).toEqual({});
    expect(read('{}')).toEqual({});
  });

  it('follows chains to their end', () => {
    expect(read('{"a":"b","b":"c"," d ":" e "}')).toEqual({ a: 'c', b: 'c', d: 'e' });
  });

  it('allows a name that maps to itself', () => {
    expect(read('{"a":"a","b":"a"}')).toEqual({ a: 'a', b: 'a' });
  });

  it('refuses cycles of any length, even when a chain only leads into one', () => {
    expect(read('{"a":"b","b":"a"}')).toMatchObject({
      ok: false,
      code: 'model_mapping_loop',
      model: 'a',
    });
    expect(read('{"x":"a","a":"b","b":"c","c":"a"}')).toMatchObject({
      ok: false,
      code: 'model_mapping_loop',
    });
  });

  it('refuses anything but an object of names', () => {
    for (const text of [
      '[]',
      'null',
      '"a"',
      '{',
      '{"a":1}',
      '{"a":""}',
      '{"":"a"}',
      '{"a":{}}',
      '{"a":null}',
    ]) {
      expect(read(text), text).toMatchObject({ ok: false, code: 'model_mapping_invalid' });
    }
  });

  it('never returns a name that is mapped further, and never throws', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__');
    fc.assert(
      fc.property(fc.dictionary(name, name), (object) => {
        const result = buildModelMapping(JSON.stringify(object));
        if (!result.ok) return;
        for (const to of result.mapping.values()) expect(result.mapping.get(to) ?? to).toBe(to);
      }),
    );
    fc.assert(fc.property(fc.string(), (text) => void buildModelMapping(text)));
  });
});
