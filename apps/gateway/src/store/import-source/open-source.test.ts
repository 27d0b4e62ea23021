import { expect, test } from 'vitest';
import { maskAddress } from './open-source.ts';

test.each([
  ['mysql://me:se:cr@et@db/shop', 'mysql://me@db/shop'],
  ['mysql://me:secret@[fe80::1%25lo]:1/shop', 'mysql://me@[fe80::1%25lo]:1/shop'],
  ['postgres://me:secret@db:port/shop', 'postgres://me@db:port/shop'],
  ['me:secret@tcp(db:3306)/shop', 'mysql://me@db:3306/shop'],
  ['me:secret@tcp(db:3306)', 'me@tcp(db:3306)'],
  ['/data/one-api.db', '/data/one-api.db'],
])('%s is shown without its password, however it is misspelt', (address, shown) => {
  expect(maskAddress(address)).toBe(shown);
});
