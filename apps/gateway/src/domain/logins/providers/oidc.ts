import type { LoginProviderContext } from '../login-provider-context.ts';
import type { ProviderGrants } from '../login-provider.ts';
import { type OidcClaims, oidcLoginProvider } from '../oidc-login-provider.ts';

/** Sign-in with any OpenID provider: Keycloak, Authentik, Entra ID, Auth0, a self-hosted one. */
export const oidc = oidcLoginProvider({
  id: 'oidc',
  usernamePrefix: 'oi',
  client: ({ options, outbound }) => ({
    issuer: options.get('OidcIssuer'),
    clientId: options.get('OidcClientId'),
    clientSecret: options.get('OidcClientSecret'),
    outbound,
  }),
  // Another issuer may use the same subject for somebody else.
  qualifySubject: (subject, issuer) => `${issuer}|${subject}`,
  readGrants: mapClaims,
});

/**
 * Returns the group of the first `OidcGroupMap` entry that is among the user's groups, and whether one of
 * them is in `OidcAdminValues`. An empty option grants nothing.
 */
function mapClaims({ options }: LoginProviderContext, claims: OidcClaims): ProviderGrants {
  const held = readGroups(claims[options.get('OidcGroupsClaim') || 'groups']);
  const [, group] =
    Object.entries(options.get('OidcGroupMap')).find(([value]) => held.includes(value)) ?? [];
  const adminValues = options.get('OidcAdminValues');
  return {
    ...(group === undefined ? {} : { group }),
    ...(adminValues.length === 0
      ? {}
      : { isAdmin: held.some((value) => adminValues.includes(value.toLowerCase())) }),
  };
}

function readGroups(claim: unknown): string[] {
  const values: unknown[] = Array.isArray(claim) ? claim : [claim];
  return values.filter((value) => typeof value === 'string');
}
