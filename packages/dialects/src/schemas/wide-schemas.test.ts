import { expect, test } from 'vitest';
import { fitSchema } from '../anthropic-messages/fit-schema.ts';
import { isStrictSchema } from './is-strict-schema.ts';

/** As many names as fit into a request, in the worst order for linear searches. */
const names = Array.from({ length: 70_000 }, (_, index) => `p${index}`);
const schema = {
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names.toReversed(),
  additionalProperties: false,
};

test('required members of a very wide object are found without a search for each', () => {
  expect(fitSchema(schema).schema).toMatchObject({ required: names.toReversed() });
  expect(isStrictSchema(schema)).toBe(false);
});
