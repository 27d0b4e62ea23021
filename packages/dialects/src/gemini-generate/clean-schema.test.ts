import { describe, expect, it } from 'vitest';
import { cleanSchema } from './clean-schema.ts';
import { ANYTHING } from './typed-schema.ts';

describe('cleanSchema', () => {
  it('terminates for recursive schemas, however wide they fan out', () => {
    const names = Array.from({ length: 30 }, (_, index) => `n${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: '#' }]));
    const { schema, changed } = cleanSchema({ type: 'object', properties });
    expect(changed).toBe(true);
    expect(JSON.stringify(schema).length).toBeLessThan(500_000);
  });

  it('converts type lists, const, oneOf and allOf to what Google supports', () => {
    const { schema } = cleanSchema({
      type: 'object',
      allOf: [{ properties: { a: { type: 'string' } }, required: ['a'] }],
      properties: {
        b: { oneOf: [{ const: 1 }, { type: ['integer', 'string', 'null'] }] },
        c: { enum: [1, 2, null], type: 'integer' },
        d: { type: 'array' },
      },
    });
    expect(schema).toEqual({
      type: 'object',
      properties: {
        a: { type: 'string' },
        b: {
          anyOf: [
            {
              type: 'integer',
              minimum: 1,
              maximum: 1,
              description: 'Must also match: {"enum":[1]}',
            },
            { type: 'integer', nullable: true },
            { type: 'string', nullable: true },
          ],
        },
        c: {
          type: 'integer',
          minimum: 1,
          maximum: 2,
          description: 'Must also match: {"enum":[1,2]}',
        },
        d: { type: 'array', items: ANYTHING },
      },
      required: ['a'],
    });
  });

  it('replaces null by nullable, and leaves nothing next to anyOf', () => {
    const optional = { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }] };
    const either = { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] };
    const { schema, changed } = cleanSchema({
      type: 'object',
      properties: {
        a: { ...optional, description: 'A', title: 'A', default: null },
        b: { ...either, description: 'B' },
        c: { type: ['string', 'number', 'null'], description: 'C' },
        d: { type: 'object', properties: { x: { type: 'string' } }, anyOf: [{ required: ['x'] }] },
      },
    });
    expect(schema.properties).toEqual({
      a: { type: 'integer', minimum: 1, nullable: true, title: 'A', description: 'A' },
      b: {
        anyOf: [
          { type: 'string', description: 'B' },
          { type: 'array', items: { type: 'string' }, description: 'B' },
        ],
      },
      c: {
        anyOf: [
          { type: 'string', nullable: true, description: 'C' },
          { type: 'number', nullable: true, description: 'C' },
        ],
      },
      d: {
        type: 'object',
        properties: { x: { type: 'string' } },
        description: 'Must also match: {"anyOf":[{"required":["x"]}]}',
      },
    });
    expect(changed).toBe(true);
  });

  it('reports when a constraint on values was dropped', () => {
    expect(cleanSchema({ type: 'string', $comment: 'x', default: 'a' }).changed).toBe(false);
    expect(cleanSchema({ type: 'string', format: 'uri' }).changed).toBe(true);
    expect(cleanSchema({ type: 'integer', multipleOf: 5 }).changed).toBe(true);
  });
});
