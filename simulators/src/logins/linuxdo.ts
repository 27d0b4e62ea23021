import type { LoginSimulator } from './login-simulator.ts';
import { startOauthSite } from './oauth-site.ts';

/**
 * LinuxDO for one client.
 *
 * @public Loaded by the id of its provider.
 */
export const startLoginSimulator = (): Promise<LoginSimulator> =>
  startOauthSite({
    clientId: 'ld-id',
    clientSecret: 'ld:secret+%41',
    clientAuthentication: 'basic',
    paths: { authorize: '/oauth2/authorize', token: '/oauth2/token', user: '/api/user' },
    describe: ({ subject, username = '', name = '', more }) => ({
      id: subject,
      username,
      name,
      active: true,
      silenced: false,
      ...more,
    }),
    env: (url) => ({ LINUXDO_URL: url }),
    options: { LinuxDOClientId: 'ld-id', LinuxDOClientSecret: 'ld:secret+%41' },
  });
