import { expect, test } from 'vitest';
import { createSharedLookup, type LookupAll } from './shared-lookup.ts';

test('a name is looked up once for all who wait for it, and anew for whoever asks later', () => {
  const asked: { hostname: string; answer: Parameters<LookupAll>[2] }[] = [];
  const lookup = createSharedLookup((hostname, _options, answer) => {
    asked.push({ hostname, answer });
  });
  const found: string[] = [];
  const find = (hostname: string, family = 0) =>
    lookup(hostname, { all: true, family }, (error, addresses) => {
      found.push(error?.message ?? addresses.map(({ address }) => address).join());
    });
  for (const name of ['silent.test', 'silent.test', 'other.test', 'silent.test']) find(name);
  find('silent.test', 4);
  expect(asked.map(({ hostname }) => hostname)).toEqual([
    'silent.test',
    'other.test',
    'silent.test',
  ]);
  asked[1]?.answer(null, [{ address: '192.0.2.1', family: 4 }]);
  expect(found).toEqual(['192.0.2.1']);
  asked[0]?.answer(new Error('no answer'), []);
  expect(found.slice(1)).toEqual(['no answer', 'no answer', 'no answer']);
  find('silent.test');
  expect(asked).toHaveLength(4);
});
