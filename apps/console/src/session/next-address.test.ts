import { expect, test } from 'vitest';
import { storeNextAddress, readNextAddress, takeNextAddress } from './next-address.ts';

const ORIGIN = 'https://tollgate.example';
const read = (value: unknown) => readNextAddress(value, ORIGIN);

test.each(['/log?type=5&p=2', '/channel/edit/7', '/pricing#top', '/', '/a/../log'])(
  'a path of this console is accepted: %s',
  (path) => {
    expect(new URL(read(path) ?? '//nowhere', ORIGIN).href).toBe(new URL(path, ORIGIN).href);
  },
);

test.each([
  'https://evil.example/log',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' //evil.example',
  '/x/..//evil.example',
  '/.//evil.example',
  '/./\\evil.example',
  '/%5c..\\..\\/evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'log',
  '',
  `/${'a'.repeat(2001)}`,
  undefined,
  null,
  7,
  ['/log'],
])('a URL that leaves this console or runs code is rejected: %j', (value) => {
  expect(read(value)).toBeUndefined();
});

test.each(['/login', '/login?next=/login', '/register', '/reset', '/oauth/github', '/user/reset'])(
  'a login does not continue to its own pages: %s',
  (path) => {
    expect(read(path)).toBeUndefined();
  },
);

test('the page stored during a login at a provider is read once, and validated when read', () => {
  storeNextAddress('/log?type=5');
  expect([takeNextAddress(), takeNextAddress()]).toEqual(['/log?type=5', undefined]);
  localStorage.setItem('login-next', '//evil.example');
  expect(takeNextAddress()).toBeUndefined();
});
