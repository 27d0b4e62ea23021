import { recordOf } from '../json/loose-values.ts';
import type { AccessTokenProvider } from './credential.ts';

const MONTH_SECONDS = 2_592_000;

/** Returns the access token provider for a key of the form AK|SK; undefined for any other form. */
export function baiduAccessTokens(base: string, key: string): AccessTokenProvider | undefined {
  const [id, secret, rest] = key.split('|').map((part) => part.trim());
  if (!id || !secret || rest !== undefined) return undefined;
  const query = [
    'grant_type=client_credentials',
    `client_id=${encodeURIComponent(id)}`,
    `client_secret=${encodeURIComponent(secret)}`,
  ].join('&');
  return {
    kind: 'token',
    buildRequest: () => ({ url: `${base}/oauth/2.0/token?${query}`, headers: {}, body: '' }),
    read(response) {
      const { access_token: token, expires_in: seconds } = recordOf(response);
      if (typeof token !== 'string' || token === '') return undefined;
      return { token, lifetimeMs: (typeof seconds === 'number' ? seconds : MONTH_SECONDS) * 1000 };
    },
    use: (token) => ({ query: `access_token=${encodeURIComponent(token)}` }),
  };
}
