import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonBounds, type JsonLimits } from './json-bounds.ts';

const NONE = Infinity;
const OPEN: JsonLimits = {
  depth: NONE,
  topLevel: NONE,
  nodes: NONE,
  values: NONE,
  bareBytes: NONE,
  bareRun: NONE,
  escapedQuotes: NONE,
};

function measure(text: string, limits: Partial<JsonLimits>, slice = 50) {
  const bounds = new JsonBounds(Buffer.from(text), { ...OPEN, ...limits });
  let slices = 1;
  while (!bounds.advance(slice)) slices++;
  return { excess: bounds.excess, steps: bounds.steps, slices };
}

describe('the bounds of a JSON text', () => {
  it.each<[string, string, Partial<JsonLimits>, Partial<JsonLimits>]>([
    ['nesting', '[[{"a":[1]}]]', { depth: 4 }, { depth: 3 }],
    [
      'members of the outermost object',
      '{"a":[1,2],"b":{"c":1,"d":2}}',
      { topLevel: 2 },
      { topLevel: 1 },
    ],
    ['objects, lists and strings', '{"a":["b",{}]}', { nodes: 5 }, { nodes: 4 }],
    ['values', '[1,2,3,[4,5]]', { values: 4 }, { values: 3 }],
    ['bytes outside of strings', '{"aaaa":1}', { bareBytes: 5 }, { bareBytes: 4 }],
    ['a long number', '[1,22222,3]', { bareRun: 6 }, { bareRun: 5 }],
    ['a long number at the end', '1111111', { bareRun: 7 }, { bareRun: 6 }],
    ['white space in one place', '{"a" :     1}', { bareRun: 9 }, { bareRun: 8 }],
    [
      'quotes inside of strings',
      String.raw`{"a":"\"x\"\\\\\""}`,
      { escapedQuotes: 3 },
      { escapedQuotes: 2 },
    ],
  ])('for %s are exact', (_name, text, enough, tooFew) => {
    expect(measure(text, enough).excess).toBeUndefined();
    expect(measure(text, tooFew).excess).toBe(Object.keys(tooFew)[0]);
  });

  it('ignore structure inside strings, however it is escaped', () => {
    const text = JSON.stringify(['{[,"', '\\', '\\"', ',,,,', '}}}}', '\u0000']);
    expect(measure(text, { depth: 1, values: 5, nodes: 7, topLevel: 6 }).excess).toBeUndefined();
  });

  it('do not depend on the size of the slices', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), fc.integer({ min: 1, max: 40 }), (text, slice) => {
        const limits = { depth: 3, nodes: 9, values: 6, topLevel: 4, bareRun: 12 };
        for (const [name, limit] of Object.entries(limits)) {
          const one = { [name]: limit };
          expect(measure(text, one, slice).excess).toBe(measure(text, one, 1e9).excess);
        }
      }),
    );
  });

  it.each<[string, (size: number) => string]>([
    ['a list of numbers', (size) => `[${'1,'.repeat(size / 2)}1]`],
    ['nested lists', (size) => '['.repeat(size)],
    ['many members', (size) => `{${'"a":1,'.repeat(size / 6)}"b":1}`],
    ['a text of escaped quotes', (size) => `"${'\\"'.repeat(size / 2)}"`],
    ['a text of backslashes', (size) => `"${'\\\\'.repeat(size / 2)}"`],
    ['one long number', (size) => '1'.repeat(size)],
    ['a text that never ends', (size) => `"${'a'.repeat(size)}`],
  ])('take linear work for %s, in slices of limited size', (_name, make) => {
    const small = measure(make(6000), {}, 100);
    const large = measure(make(60_000), {}, 100);
    expect(large.steps).toBeLessThan(11 * small.steps);
    expect(large.steps).toBeLessThan(2.1 * 60_000);
  });

  it('stop at a run of backslashes longer than any real text has, as scanning it backwards is costly', () => {
    expect(measure(`"${'\\'.repeat(70_000)}"`, {}).excess).toBe('escapedQuotes');
  });
});
