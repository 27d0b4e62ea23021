import type { LoginSimulator } from './login-simulator.ts';
import { startOauthSite } from './oauth-site.ts';

/**
 * Discord for one application.
 *
 * @public Loaded by the id of its provider.
 */
export const startLoginSimulator = (): Promise<LoginSimulator> =>
  startOauthSite({
    clientId: 'dc-id',
    clientSecret: 'dc-secret',
    clientAuthentication: 'basic',
    paths: {
      authorize: '/oauth2/authorize',
      token: '/api/oauth2/token',
      user: '/api/users/@me',
    },
    describe: ({ subject, username = '', name = '', more }) => ({
      id: subject,
      username,
      global_name: name,
      ...more,
    }),
    env: (url) => ({ DISCORD_URL: url }),
    options: { DiscordClientId: 'dc-id', DiscordClientSecret: 'dc-secret' },
  });
