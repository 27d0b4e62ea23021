import { expect, test } from 'vitest';
import { findProviders, offeredTypes } from './offered-providers.ts';

test('a selected provider that is not among the common ones replaces the last of them', () => {
  expect(offeredTypes(1)).toContain(17);
  expect(offeredTypes(8)).toContain(8);
  expect(offeredTypes(8)).toHaveLength(offeredTypes(1).length);
});

test('a provider is found by part of its localized or original name, ignoring case', () => {
  const types = [
    { type: 1, label: 'OpenAI' },
    { type: 8, label: 'custom' },
  ];
  const labelOf = (type: number) => (type === 8 ? '自定义' : 'OpenAI');
  expect(findProviders(types, labelOf, ' open').map(({ type }) => type)).toEqual([1]);
  expect(findProviders(types, labelOf, '自定').map(({ type }) => type)).toEqual([8]);
  expect(findProviders(types, labelOf, 'CUSTOM').map(({ type }) => type)).toEqual([8]);
  expect(findProviders(types, labelOf, '')).toHaveLength(2);
});
