import { expect, it } from 'vitest';
import { lowerSchemaTypes } from './lower-schema-types.ts';

it('a nullable value may be null, whatever else restricts it', () => {
  expect(
    lowerSchemaTypes({
      type: 'OBJECT',
      properties: {
        text: { type: 'STRING', nullable: true },
        choice: { type: 'STRING', format: 'enum', enum: ['x', 'y'], nullable: true },
        either: { anyOf: [{ type: 'STRING' }, { type: 'NUMBER' }], nullable: true },
        listed: { anyOf: [{ type: 'STRING' }, { type: 'NULL' }], nullable: true },
        nullable: { type: 'STRING', enum: ['x'], nullable: false },
      },
    }),
  ).toEqual({
    type: 'object',
    properties: {
      text: { type: ['string', 'null'] },
      choice: { type: ['string', 'null'], format: 'enum', enum: ['x', 'y', null] },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
      listed: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      nullable: { type: 'string', enum: ['x'] },
    },
  });
});

it('keywords may be in snake case, as google-genai for Python writes them, and lengths texts', () => {
  expect(
    lowerSchemaTypes({
      type: 'OBJECT',
      min_properties: 1,
      property_ordering: ['any_of'],
      properties: {
        any_of: { any_of: [{ type: 'STRING', max_length: '4' }, { type: 'INTEGER' }] },
        list: { type: 'ARRAY', items: { type: 'STRING' }, min_items: 1, maxItems: '3' },
        map: { type: 'OBJECT', additional_properties: { type: 'NUMBER' } },
      },
    }),
  ).toEqual({
    type: 'object',
    minProperties: 1,
    propertyOrdering: ['any_of'],
    properties: {
      any_of: { anyOf: [{ type: 'string', maxLength: 4 }, { type: 'integer' }] },
      list: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
      map: { type: 'object', additionalProperties: { type: 'number' } },
    },
  });
});

it('values and names of properties stay as they are', () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"},"min_items":{"type":"string"}}');
  const schema = { type: 'object', properties, default: { type: 'CAR', any_of: '7' } };
  expect(JSON.stringify(lowerSchemaTypes(schema))).toBe(JSON.stringify(schema));
});
