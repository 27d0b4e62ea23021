import { recordOf } from '../json/loose-values.ts';
import type { AccessTokenProvider } from './credential.ts';
import { buildGoogleTokenCall, type ServiceAccount } from './signed-tokens.ts';

/** Returns the access token provider for a Google service account. */
export function googleAccessTokens(account: ServiceAccount): AccessTokenProvider {
  return {
    kind: 'token',
    buildRequest(nowMs, crypto) {
      const { url, contentType, body } = buildGoogleTokenCall(account, nowMs, crypto.signRs256);
      return { url, headers: { 'content-type': contentType }, body };
    },
    read(response) {
      const { access_token: token, expires_in: seconds } = recordOf(response);
      if (typeof token !== 'string' || token === '') return undefined;
      return { token, lifetimeMs: (typeof seconds === 'number' ? seconds : 3600) * 1000 };
    },
    use: (token) => ({ headers: { authorization: `Bearer ${token}` } }),
  };
}
