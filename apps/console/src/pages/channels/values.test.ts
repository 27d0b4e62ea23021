import { describe, expect, test } from 'vitest';
import { initialValues, toFields } from './values.ts';

describe('the form of a channel', () => {
  test("a new channel starts with the spec's defaults", () => {
    expect(toFields(initialValues(undefined))).toMatchObject({
      type: 1,
      auto_ban: 1,
      group: ['default'],
      priority: 0,
      weight: 0,
    });
  });

  test('an empty key is not sent, so the stored one is kept', () => {
    expect(toFields(initialValues(undefined))).not.toHaveProperty('key');
    expect(toFields({ ...initialValues(undefined), key: ' \n' })).not.toHaveProperty('key');
    expect(toFields({ ...initialValues(undefined), key: 'a\nb' }).key).toBe('a\nb');
  });

  test('models and groups are sent as lists and numbers as integers, whatever was typed', () => {
    const values = {
      ...initialValues(undefined),
      models: ['a', 'b'],
      priority: '5' as unknown as number,
      weight: '' as unknown as number,
      maxInputTokens: -1,
    };
    expect(toFields(values)).toMatchObject({
      models: ['a', 'b'],
      priority: 5,
      weight: 0,
      max_input_tokens: 0,
    });
  });

  test('a negative weight becomes 0', () => {
    expect(toFields({ ...initialValues(undefined), weight: -3 }).weight).toBe(0);
  });
});
