import { oidcLoginProvider } from '../oidc-login-provider.ts';

/** Google, by OpenID Connect. */
export const google = oidcLoginProvider({
  id: 'google',
  usernamePrefix: 'gg',
  client: ({ options, config, trusted }) => ({
    issuer: config.GOOGLE_ISSUER,
    clientId: options.get('GoogleClientId'),
    clientSecret: options.get('GoogleClientSecret'),
    outbound: trusted,
  }),
  // Its documents name both.
  issuerAliases: ['accounts.google.com'],
});
