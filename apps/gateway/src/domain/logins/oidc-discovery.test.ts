import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { LoginProviderContext } from './login-provider-context.ts';
import { discoverOidc } from './oidc-discovery.ts';

const ISSUER = 'https://id.example';

/** What becomes of a document that names an issuer, at the address of ours. */
function discover(issuer: string) {
  const document = {
    issuer,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/keys`,
  };
  const answer = { status: 200, headers: {}, text: JSON.stringify(document) };
  const outbound = (() => Promise.resolve(answer)) as unknown as Outbound;
  const context = { clock: manualClock(0), timeoutMs: 1000 } as unknown as LoginProviderContext;
  return discoverOidc(context, ISSUER, outbound);
}

test.each([ISSUER, `${ISSUER}/`])(
  'a document of the issuer itself is believed: %s',
  async (issuer) => {
    expect((await discover(issuer)).metadata.issuer).toBe(issuer);
  },
);

test.each(['https://other.example', `${ISSUER}.evil.example`, `${ISSUER}/tenant`, ''])(
  'a document that names another issuer is refused: %s',
  async (issuer) => {
    await expect(discover(issuer)).rejects.toThrow('oauth_failed');
  },
);
