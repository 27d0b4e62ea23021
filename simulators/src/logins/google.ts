import type { LoginSimulator } from './login-simulator.ts';
import { startOidcSite } from './oidc-site.ts';

/**
 * Google for one client.
 *
 * @public Loaded by the id of its provider.
 */
export const startLoginSimulator = (): Promise<LoginSimulator> =>
  startOidcSite({
    clientId: 'gg-id',
    clientSecret: 'gg-secret',
    hasLogout: false,
    env: (url) => ({ GOOGLE_ISSUER: url }),
    options: () => ({ GoogleClientId: 'gg-id', GoogleClientSecret: 'gg-secret' }),
  });
