import { expect, test } from 'vitest';
import { fitSchema } from '../anthropic-messages/fit-schema.ts';
import { isStrictSchema } from './is-strict-schema.ts';

/** As many as a request may hold, and the order in which looking through a list takes longest. */
const names = Array.from({ length: 70_000 }, (_, index) => `p${index}`);
const schema = {
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names.toReversed(),
  additionalProperties: false,
};

test('what an object of very many properties needs is found without looking through all', () => {
  expect(fitSchema(schema).schema).toMatchObject({ required: names.toReversed() });
  expect(isStrictSchema(schema)).toBe(false);
});
