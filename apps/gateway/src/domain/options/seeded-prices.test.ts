import { listProviders } from '@tollgate/dialects';
import { seedCallRows, seedRows } from '@tollgate/pricing';
import { expect, test } from 'vitest';

/** Models that channels offer without a seeded price, and the reason. */
const WITHOUT_PRICE: Readonly<Record<string, string>> = {
  'llama3.3': 'own hardware',
  qwen3: 'own hardware',
  'gpt-oss:20b': 'own hardware',
  'gpt-oss:120b': 'own hardware',
  'deepseek-r1': 'own hardware',
  gemma3: 'own hardware',
  mistral: 'own hardware',
  'nomic-embed-text': 'own hardware',
  x1: 'sold as packs of tokens, no price found',
};

const priced = new Set([
  ...seedRows.map(({ model }) => model),
  ...seedCallRows.map(({ name }) => name),
]);

test.each(listProviders().map(({ name, models }) => [name, models] as const))(
  'every model that a channel of %s offers has a seeded price, or a reason to have none',
  (_name, models) => {
    expect(models.filter((model) => !priced.has(model) && !WITHOUT_PRICE[model])).toEqual([]);
  },
);

test('no model with a seeded price is listed among those without', () => {
  const offered = new Set(listProviders().flatMap(({ models }) => models));
  const named = Object.keys(WITHOUT_PRICE);
  expect(named.filter((model) => priced.has(model) || !offered.has(model))).toEqual([]);
});
