import { expect, test } from 'vitest';
import { findIn } from './testing/find-in.ts';
import { wholeDomain } from './whole-domain.ts';

const find = (text: string, path = 'apps/gateway/src/domain/accounts/users.ts') =>
  findIn(wholeDomain, path, text);

test.each([
  'export function readUser(domain: Domain, id: number): User {',
  'async function findActive({ store }: Domain, email: string) {',
  'class Checker {\n  readonly #domain: Domain;\n}',
])('a use case that takes the whole domain is found: %s', (text) => {
  expect(find(text)).toEqual([
    expect.stringContaining("takes the whole Domain: say Pick<Domain, '…'>"),
  ]);
});

test('a part of the domain, one of its services and its composition are fine', () => {
  expect(find("function read({ store }: Pick<Domain, 'store'>, db: Domain['store']) {")).toEqual(
    [],
  );
  const whole = 'function open(domain: Domain) {';
  expect(find(whole, 'apps/gateway/src/domain/open-domain.ts')).toEqual([]);
  expect(find(whole, 'apps/gateway/src/relay/relay.ts')).toEqual([]);
});
