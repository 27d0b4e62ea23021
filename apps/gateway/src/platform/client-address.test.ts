import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

const request = (peer: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage;

describe('clientAddress', () => {
  test('X-Forwarded-For from an untrusted peer is ignored', () => {
    expect(clientAddress(request('203.0.113.9', '10.0.0.1'), [])).toBe('203.0.113.9');
    expect(clientAddress(request('203.0.113.9', '10.0.0.1'), ['127.0.0.0/8'])).toBe('203.0.113.9');
  });

  test('behind a trusted proxy the nearest untrusted hop is the caller, not an address the caller supplied', () => {
    expect(
      clientAddress(request('127.0.0.1', '1.2.3.4, 198.51.100.7, 10.1.1.1'), [
        '127.0.0.0/8',
        '10.0.0.0/8',
      ]),
    ).toBe('198.51.100.7');
  });

  test.each([
    ['1.2.3.4, 198.51.100.7:5123', '198.51.100.7'],
    ['1.2.3.4, [2001:db8::7]:5123', '2001:db8::7'],
    ['1.2.3.4, unknown', '127.0.0.1'],
    ['1.2.3.4, unknown, 10.1.1.1', '127.0.0.1'],
    ['1.2.3.4 ,', '1.2.3.4'],
  ])('of %s only the last hop counts, even if it is not an address', (hops, caller) => {
    const trusted = ['127.0.0.0/8', '10.0.0.0/8'];
    expect(clientAddress(request('127.0.0.1', hops), trusted)).toBe(caller);
  });

  test('IPv4 inside IPv6 is IPv4', () => {
    expect(clientAddress(request('::ffff:203.0.113.9'), [])).toBe('203.0.113.9');
  });
});
