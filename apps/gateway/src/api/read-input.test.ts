import { endpoints } from '@tollgate/contract';
import { expect, test } from 'vitest';
import { readInput } from './read-input.ts';

const send = (body: unknown) => () =>
  readInput(endpoints.createChannel, { params: {}, query: {}, body });

test('a refusal of a schema names the field at fault, so that forms can show it there', () => {
  const channel = { name: 'a', type: 1, key: 'k', models: 'm', group: 'default' };
  expect(send({ ...channel, priority: 1_000_001 })).toThrow(
    expect.objectContaining({ code: 'priority_invalid', field: 'priority' }),
  );
  expect(send({ ...channel, test_model: 'x'.repeat(201) })).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', field: 'test_model' }),
  );
});

test('a body that is not an object at all is refused without a field', () => {
  expect(send('text')).toThrow(
    expect.objectContaining({ code: 'invalid_parameter', field: undefined }),
  );
});
