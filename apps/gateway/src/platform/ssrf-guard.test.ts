import { describe, expect, test } from 'vitest';
import {
  createGuardedLookup,
  isAddressAllowed,
  isHostAllowed,
  isUrlAllowed,
} from './ssrf-guard.ts';

describe('isAddressAllowed', () => {
  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.1.1',
    '100.64.0.1',
    '0.0.0.0',
    '::1',
    'fc00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
    '224.0.0.1',
    'not-an-address',
  ])('%s is refused by default', (address) => {
    expect(isAddressAllowed(address, false)).toBe(false);
  });

  test.each(['::1%a-b', '::ffff:127.0.0.1%a.b', '::ffff:10.0.0.1%lo', '127.0.0.1%x'])(
    '%s is judged without its zone',
    (address) => {
      expect([isHostAllowed(address, false), isHostAllowed(address, true)]).toEqual([false, true]);
    },
  );

  test('public addresses are allowed', () => {
    expect(isAddressAllowed('8.8.8.8', false)).toBe(true);
    expect(isAddressAllowed('2606:4700::1111', false)).toBe(true);
  });

  test.each(['64:ff9b::808:808', '2002:808:808::', '::808:808'])(
    '%s embeds a public address and is allowed like it',
    (address) => {
      expect(isAddressAllowed(address, false)).toBe(true);
    },
  );

  test.each(['64:ff9b::7f00:1', '2002:a00:1::', '::7f00:1', '::a00:1'])(
    '%s embeds a private address and is treated like it',
    (address) => {
      expect([isAddressAllowed(address, false), isAddressAllowed(address, true)]).toEqual([
        false,
        true,
      ]);
    },
  );

  test.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::',
    '::a9fe:a9fe',
    '169.254.170.2',
    '169.254.0.23',
    'fe80::a9fe:a9fe',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    'fd00:ec2::254%a',
    '::ffff:169.254.169.254%a-b',
  ])('the metadata address %s is refused even if private ones are allowed', (address) => {
    expect(isAddressAllowed(address, true)).toBe(false);
  });

  test('private addresses are allowed if the operator says so', () => {
    expect(isAddressAllowed('127.0.0.1', true)).toBe(true);
  });
});

describe('isUrlAllowed', () => {
  test.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::1]/',
    'http://user:pass@example.com/',
    'file:///etc/passwd',
    'http://0177.0.0.1/',
  ])('%s is refused', (address) => {
    expect(isUrlAllowed(new URL(address), false)).toBe(false);
  });
});

describe('createGuardedLookup', () => {
  test('a name that resolves to loopback is refused', async () => {
    const error = await new Promise((resolve) =>
      createGuardedLookup(false)('localhost', {}, resolve),
    );
    expect(String(error)).toContain('not allowed');
  });
});
