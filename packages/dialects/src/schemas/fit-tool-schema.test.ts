import { describe, expect, it } from 'vitest';
import { fitSchema } from '../anthropic-messages/fit-schema.ts';
import { cleanSchema } from '../gemini-generate/clean-schema.ts';
import { fitToolSchema } from './fit-tool-schema.ts';
import { isStrictSchema } from './is-strict-schema.ts';
import { normaliseSchema } from './normalise-schema.ts';

const text = { type: 'string' };

describe("a tool's schema", () => {
  it('is unchanged if vendors accept it', () => {
    const schema = { type: 'object', properties: { a: text }, required: ['a'], $defs: { b: text } };
    expect(fitToolSchema(schema)).toEqual({ schema, changed: false });
  });

  it('has its top-level alternatives merged, and described to the model', () => {
    const anyOf = [
      { properties: { a: text, kind: { const: 1 } }, required: ['a', 'kind'] },
      { properties: { b: text, kind: { const: 2 } }, required: ['b', 'kind'] },
    ];
    expect(fitToolSchema({ type: 'object', anyOf, properties: { c: text } })).toEqual({
      schema: {
        type: 'object',
        properties: { c: text, a: text, kind: { anyOf: [{ const: 1 }, { const: 2 }] }, b: text },
        required: ['kind'],
        description: `Must also match: ${JSON.stringify({ anyOf })}`,
      },
      changed: true,
    });
  });

  it('includes its parts and what it references', () => {
    const { schema } = fitToolSchema({
      $ref: '#/$defs/one',
      $defs: { one: { properties: { a: text }, required: ['a'] } },
      allOf: [{ properties: { b: text } }],
    });
    expect(schema).toMatchObject({
      type: 'object',
      properties: { a: text, b: text },
      required: ['a'],
    });
  });

  it('is read in a time limited by its size, however its parts reference each other', () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const all = names.map((name) => ({ $ref: `#/$defs/${name}` }));
    const $defs = Object.fromEntries(
      names.map((name) => [name, { allOf: all, properties: { [name]: { items: all } } }]),
    );
    const schema = { type: 'object', $defs, allOf: all, properties: { a: { allOf: all } } };
    const sizes = [fitToolSchema(schema), cleanSchema(schema), fitSchema(schema)].map(
      (fitted) => JSON.stringify(fitted.schema).length,
    );
    for (const size of sizes) expect(size).toBeLessThan(1_000_000);
    expect(fitSchema(schema).usable).toBe(false);
  });
});

describe('a schema of an older draft', () => {
  it('is converted to 2020-12', () => {
    const { schema, changed } = normaliseSchema({
      type: 'array',
      items: [text, { type: 'number', minimum: 1, exclusiveMinimum: true }],
      additionalItems: false,
    });
    expect(schema).toEqual({
      type: 'array',
      prefixItems: [text, { type: 'number', exclusiveMinimum: 1 }],
      items: false,
    });
    expect(changed).toBe(false);
  });

  it('loses invalid parts, with a warning', () => {
    const schema = {
      type: 'any',
      required: true,
      properties: { a: 5 },
      $ref: '#/nowhere',
      enum: [],
    };
    expect(normaliseSchema(schema)).toEqual({ schema: { properties: { a: {} } }, changed: true });
  });
});

describe('a strict schema', () => {
  const closed = {
    type: 'object',
    properties: { a: text },
    required: ['a'],
    additionalProperties: false,
  };

  it.each([
    ['closed objects that require all they hold', closed, true],
    ['an optional member', { ...closed, required: [] }, false],
    ['an open object', { ...closed, additionalProperties: true }, false],
    ['alternatives at the top', { ...closed, anyOf: [closed] }, false],
    [
      'a format that grammars do not know',
      { ...closed, properties: { a: { ...text, format: 'uri' } } },
      false,
    ],
    ['a member of any type', { ...closed, properties: { a: {} } }, false],
  ])('with %s (%j) is accepted by OpenAI: %s', (_what, schema, isStrict) => {
    expect(isStrictSchema(schema)).toBe(isStrict);
  });

  it.each([
    ['bounds', { minimum: 1 }, { usable: true, changed: true }],
    ['an object of any members', { type: 'object', additionalProperties: text }, { usable: false }],
    ['itself', { $ref: '#' }, { usable: false }],
    ['enums of objects', { enum: [{ a: 1 }] }, { usable: true, changed: true }],
  ])('with %s is compiled by Anthropic: %j %j', (_what, member, fitted) => {
    const schema = { ...closed, properties: { a: member } };
    expect(fitSchema(schema)).toMatchObject(fitted);
  });

  it('is refused by Anthropic with more than 24 optional members', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [`a${index}`, text]),
    );
    expect(fitSchema({ ...closed, properties, required: [] }).usable).toBe(false);
    expect(fitSchema({ ...closed, properties, required: ['a0'] }).usable).toBe(true);
  });
});
