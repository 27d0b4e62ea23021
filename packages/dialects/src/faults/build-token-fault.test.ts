import { describe, expect, it } from 'vitest';
import { buildAccessTokenFault } from './build-token-fault.ts';

describe('a refused access token', () => {
  const google = (description: string) =>
    JSON.stringify({ error: 'invalid_grant', error_description: description });

  it.each<[number, string, object]>([
    [400, google('Invalid JWT Signature.'), { kind: 'auth', http: 401, bannable: true }],
    [
      400,
      google(
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.',
      ),
      { kind: 'auth', bannable: false, retryable: true },
    ],
    [
      401,
      JSON.stringify({ error: 'invalid_client', error_description: 'unknown client id' }),
      { kind: 'auth', bannable: true, excerpt: 'unknown client id' },
    ],
    [404, '<html>', { kind: 'auth', http: 401 }],
    [429, '', { kind: 'rate-limit', retryable: true, bannable: false }],
    [503, '', { kind: 'overload', retryable: true, bannable: false }],
  ])(
    'with %i %s is a fault of the key, unless the server itself fails',
    (status, text, expected) => {
      expect(buildAccessTokenFault(status, text)).toMatchObject(expected);
    },
  );
});
