import { optionRegistry, statusEntity } from '@tollgate/contract';
import { expect, expectTypeOf, test } from 'vitest';
import type { OptionStore } from './options.ts';
import { seedDefaults } from './price-book.ts';

test('the type of an option follows from its entry, and an unknown key does not compile', () => {
  const read = (options: OptionStore) => ({
    price: options.get('Price'),
    logs: options.get('LogConsumeEnabled'),
    name: options.get('SystemName'),
    unit: options.get('DataExportDefaultTime'),
    domains: options.get('EmailDomainWhitelist'),
    ratios: options.get('GroupRatio'),
    chats: options.get('Chats'),
  });
  expectTypeOf<ReturnType<typeof read>>().toEqualTypeOf<{
    price: number;
    logs: boolean;
    name: string;
    unit: 'hour' | 'day' | 'week';
    domains: readonly string[];
    ratios: Record<string, number>;
    chats: Record<string, string>[];
  }>();
  const wrong = (options: OptionStore) => {
    // @ts-expect-error a typo (tidy-ignore: the error is the guarantee)
    options.get('Prize');
    // @ts-expect-error not a text option (tidy-ignore: the error is the guarantee)
    options.text('Price');
    // @ts-expect-error not a boolean option (tidy-ignore: the error is the guarantee)
    options.boolean('SystemName');
  };
  expect(wrong).toBeTypeOf('function');
});

test('every default parses to a value of its declared type', () => {
  for (const { key, parse, schema, default: initial, seeded } of optionRegistry) {
    const text = seeded ? seedDefaults[key as keyof typeof seedDefaults] : initial;
    expect([key, schema.safeParse(parse(text)).success]).toEqual([key, true]);
  }
});

test('the status schema has the members that option entries name, and no secret', () => {
  const members = Object.keys(statusEntity.shape);
  const named = optionRegistry.flatMap(({ status }) => status ?? []);
  expect(members).toEqual(expect.arrayContaining(named));
  expect(new Set(named).size).toBe(named.length);
  expect(optionRegistry.filter(({ secret, status }) => secret && status)).toEqual([]);
});
