import { describe, expect, it } from 'vitest';
import { buildRequestHead, InvalidRequest } from './request-head.ts';

const parts = {
  method: 'POST',
  host: 'a.test:81',
  path: '/v1?x=1',
  sharedHeaders: [],
  headers: [],
  bodyLength: 2,
} as const;

describe('the head of a request', () => {
  it('has the host, the length and the given headers', () => {
    const text = buildRequestHead({
      ...parts,
      headers: ['Authorization', 'Bearer k', 'x-é'.slice(0, 1), '\u00e9'],
    });
    expect(text).toBe(
      'POST /v1?x=1 HTTP/1.1\r\nhost: a.test:81\r\nconnection: keep-alive\r\nAuthorization: Bearer k\r\nx: \u00e9\r\ncontent-length: 2\r\n\r\n',
    );
  });

  it('puts the shared headers before its own', () => {
    const sharedHeaders = ['a', '1', 'host', 'evil'];
    for (const own of ['2', '3'])
      expect(buildRequestHead({ ...parts, sharedHeaders, headers: ['b', own] })).toContain(
        `keep-alive\r\na: 1\r\nb: ${own}\r\ncontent-length`,
      );
  });

  it.each(['Host', 'content-length', 'Transfer-Encoding', 'connection', 'Upgrade', 'expect'])(
    'omits a %s that would contradict it',
    (name) => {
      const text = buildRequestHead({ ...parts, headers: [name, 'evil'] });
      expect(text).toBe(buildRequestHead(parts));
    },
  );

  it.each([
    ['a value with a line end', { headers: ['a', 'b\r\nevil: 1'] }],
    ['a value with a line feed', { headers: ['a', 'b\nevil: 1'] }],
    ['a value beyond Latin-1', { headers: ['a', '\u4e2d'] }],
    ['a name with a line end', { headers: ['a\r\nevil', 'b'] }],
    ['a shared value with a line end', { sharedHeaders: ['a', 'b\r\nevil: 1'] }],
    ['an empty name', { headers: ['', 'b'] }],
    ['a path with a blank', { path: '/a HTTP/1.1' }],
    ['a path with a line end', { path: '/a\r\nevil: 1' }],
  ])('refuses %s', (_, odd) => {
    expect(() => buildRequestHead({ ...parts, ...odd })).toThrow(InvalidRequest);
  });
});
