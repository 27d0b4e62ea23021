import { describe, expect, test } from 'vitest';
import { findRoute, isRelayPath } from './routes.ts';

describe('routes', () => {
  test.each([
    '/v1/chat/completions',
    '/v1/x',
    '/v1',
    '/v1beta/models',
    '/mj/submit',
    '/mj-fast/mj/x',
    '/suno/fetch',
    '/dashboard/billing/usage',
  ])('%s belongs to the relay', (path) => {
    expect(isRelayPath(path)).toBe(true);
  });

  test.each(['/', '/v10', '/token', '/api/v1', '/midjourney', '/dashboard'])(
    '%s does not belong to the relay',
    (path) => {
      expect(isRelayPath(path)).toBe(false);
    },
  );

  test('a trailing slash changes nothing', () => {
    expect(findRoute('/v1/chat/completions/')).toEqual(findRoute('/v1/chat/completions'));
  });

  test('model ids with slashes and escapes are read whole', () => {
    expect(findRoute('/v1/models/@cf/meta/llama')).toMatchObject({
      name: 'get-model',
      model: '@cf/meta/llama',
    });
    expect(findRoute('/v1/models/a%20b')).toMatchObject({ model: 'a b' });
    expect(findRoute('/v1/models/%E0%A4%A')).toMatchObject({ model: '%E0%A4%A' });
  });

  test('calls that come later are told apart from unknown ones', () => {
    expect(findRoute('/v1/images/generations')).toEqual({ name: 'not-implemented' });
    expect(findRoute('/v1/nope')).toBeUndefined();
  });
});
