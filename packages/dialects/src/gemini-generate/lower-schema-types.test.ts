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
