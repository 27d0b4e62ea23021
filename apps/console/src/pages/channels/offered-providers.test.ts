import { expect, test } from 'vitest';
import { findProviders, type FindableProvider, offeredTypes } from './offered-providers.ts';

test('a selected provider that is not among the common ones replaces the last of them', () => {
  expect(offeredTypes(1)).toContain(17);
  expect(offeredTypes(8)).toContain(8);
  expect(offeredTypes(8)).toHaveLength(offeredTypes(1).length);
});

const provider = (type: number, label: string, further: Partial<FindableProvider> = {}) => ({
  type,
  label,
  name: label.toLowerCase(),
  default_base_url: '',
  models: [],
  key_hint: '',
  fields: [],
  ...further,
});
const find = (types: FindableProvider[], keyword: string) => {
  const label = (type: number) =>
    type === 8 ? '自定义' : (types.find((each) => each.type === type)?.label ?? '');
  const textOf = (key: string) => (key === 'aws' ? 'a Bedrock API key' : '');
  return findProviders(types, { label, textOf }, keyword).map(({ type }) => type);
};

test('a provider is found by part of its localized or original name, ignoring case', () => {
  const types = [provider(1, 'OpenAI'), provider(8, 'custom')];
  expect(find(types, ' open')).toEqual([1]);
  expect(find(types, '自定')).toEqual([8]);
  expect(find(types, 'CUSTOM')).toEqual([8]);
  expect(find(types, '')).toHaveLength(2);
});

test('a provider is also found by what it is known for: its address, models and kinds of keys', () => {
  const types = [
    provider(33, 'AWS Claude', {
      fields: [{ name: 'key', label_key: '', hint_key: 'aws', required: true, placeholder: '' }],
    }),
    provider(45, 'VolcEngine', {
      models: ['doubao-pro'],
      default_base_url: 'https://ark.example',
    }),
    provider(20, 'OpenRouter', { models: ['openai/gpt-5'] }),
    provider(1, 'OpenAI'),
  ];
  expect(find(types, 'bedrock')).toEqual([33]);
  expect(find(types, 'Doubao')).toEqual([45]);
  expect(find(types, 'ark.')).toEqual([45]);
  expect(find(types, 'openai')).toEqual([1]);
});

test('all providers are listed with the common ones first, then by name', () => {
  const types = [provider(40, 'Yi'), provider(12, 'ali'), provider(43, 'DeepSeek')];
  expect(find(types, '')).toEqual([43, 12, 40]);
});
