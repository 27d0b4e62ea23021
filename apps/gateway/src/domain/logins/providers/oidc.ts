import type { LoginProviderContext } from '../login-provider-context.ts';
import type { ProviderGrants } from '../login-provider.ts';
import { type OidcClaims, oidcLoginProvider } from '../oidc-login-provider.ts';

/** Any OpenID provider: Keycloak, Authentik, Entra ID, Auth0, an own one. */
export const oidc = oidcLoginProvider({
  id: 'oidc',
  usernamePrefix: 'oi',
  client: ({ options, outbound }) => ({
    issuer: options.get('OidcIssuer'),
    clientId: options.get('OidcClientId'),
    clientSecret: options.get('OidcClientSecret'),
    outbound,
  }),
  // The next issuer may give the same subject to somebody else.
  qualifySubject: (subject, issuer) => `${issuer}|${subject}`,
  readGrants: mapClaims,
});

/**
 * The group of the first entry of `OidcGroupMap` that somebody has among their groups, and whether one
 * of them is in `OidcAdminValues`. An empty option says nothing.
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
