import { expect, test } from 'vitest';
import { manualClock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { LoginProviderContext } from './login-provider-context.ts';
import { discoverOidc } from './oidc-discovery.ts';

const ISSUER = 'https://id.example';

const newContext = () =>
  ({ clock: manualClock(0), timeoutMs: 1000 }) as unknown as LoginProviderContext;

/** Responds to every request with a document that names this issuer. */
const answering = (issuer: string): Outbound => {
  const document = {
    issuer,
    authorization_endpoint: `${ISSUER}/authorize`,
    token_endpoint: `${ISSUER}/token`,
    jwks_uri: `${ISSUER}/keys`,
  };
  const response = { status: 200, headers: {}, text: JSON.stringify(document) };
  return (() => Promise.resolve(response)) as unknown as Outbound;
};

/** Discovers our issuer's address, which returns a document that names this issuer. */
const discover = (issuer: string) => discoverOidc(newContext(), ISSUER, answering(issuer));

test.each([ISSUER, `${ISSUER}/`])(
  'a document of the issuer itself is accepted: %s',
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

test('an issuer is queried once an hour, even with concurrent logins and logins at other issuers', async () => {
  const context = newContext();
  const requestedUrls: string[] = [];
  const discover = (issuer: string) =>
    discoverOidc(context, issuer, (request) => {
      requestedUrls.push(request.url);
      return answering(issuer)(request);
    });
  for (let time = 0; time < 2; time += 1)
    await Promise.all([discover(ISSUER), discover('https://other.example'), discover(ISSUER)]);
  expect(requestedUrls).toHaveLength(2);
});

test('an issuer is queried again after an hour, and after the clock was set back', async () => {
  const clock = manualClock(0);
  const context = { clock, timeoutMs: 1000 } as unknown as LoginProviderContext;
  let asked = 0;
  const ask = () =>
    discoverOidc(context, ISSUER, (request) => {
      asked += 1;
      return answering(ISSUER)(request);
    });
  await ask();
  clock.advance(3_600_000);
  await ask();
  expect(asked).toBe(2);
  clock.set(-24 * 3_600_000);
  await ask();
  expect(asked).toBe(3);
});

test('an issuer that could not be read is queried again by the next login', async () => {
  const context = newContext();
  const away: Outbound = () => Promise.reject(new Error('away'));
  await expect(discoverOidc(context, ISSUER, away)).rejects.toThrow('oauth_site_unreachable');
  const discovered = await discoverOidc(context, ISSUER, answering(ISSUER));
  expect(discovered.metadata.issuer).toBe(ISSUER);
});
