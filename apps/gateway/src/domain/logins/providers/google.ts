import { oidcLoginProvider } from '../oidc-login-provider.ts';

/** Sign-in with Google, using OpenID Connect. */
export const google = oidcLoginProvider({
  id: 'google',
  usernamePrefix: 'gg',
  client: ({ options, config, trusted }) => ({
    issuer: config.GOOGLE_ISSUER,
    clientId: options.get('GoogleClientId'),
    clientSecret: options.get('GoogleClientSecret'),
    outbound: trusted,
  }),
  // Google's documents mention both names.
  issuerAliases: ['accounts.google.com'],
});
