import { expect, test } from 'vitest';
import { changedFields } from './changed-fields.ts';

test('only fields with another value are changed, whether texts, lists, absent before or emptied', () => {
  const before = { name: 'a', models: ['x', 'y'], weight: 1, tag: 'blue' };
  expect(changedFields(before, { ...before })).toEqual({});
  expect(changedFields(before, { ...before, models: ['y', 'x'], tag: '' })).toEqual({
    models: ['y', 'x'],
    tag: '',
  });
  const absent: { name: string; key?: string } = { name: 'a' };
  const typed: typeof absent = { name: 'a', key: 'k' };
  expect(changedFields(absent, typed)).toEqual({ key: 'k' });
});
