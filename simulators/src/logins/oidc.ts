import { type OidcSimulator, startOidcSite } from './oidc-site.ts';

/**
 * An OpenID provider for one client, with logout.
 *
 * @public Loaded by the id of its provider.
 */
export const startLoginSimulator = (): Promise<OidcSimulator> =>
  startOidcSite({
    clientId: 'oi id',
    clientSecret: 'oi:secret',
    hasLogout: true,
    qualifiesSubjects: true,
    env: () => ({}),
    options: (url) => ({
      OidcIssuer: url,
      OidcClientId: 'oi id',
      OidcClientSecret: 'oi:secret',
    }),
  });
