import type { LoginSimulator } from './login-simulator.ts';
import { startOauthSite } from './oauth-site.ts';

/**
 * GitHub for one OAuth app.
 *
 * @public Loaded by the id of its provider.
 */
export const startLoginSimulator = (): Promise<LoginSimulator> =>
  startOauthSite({
    clientId: 'gh-id',
    clientSecret: 'gh-secret',
    clientAuthentication: 'form',
    paths: {
      authorize: '/login/oauth/authorize',
      token: '/login/oauth/access_token',
      user: '/user',
    },
    describe: ({ subject, username = '', name = '', more }) => ({
      id: subject,
      login: username,
      name,
      ...more,
    }),
    env: (url) => ({ GITHUB_URL: url, GITHUB_API_URL: url }),
    options: { GitHubClientId: 'gh-id', GitHubClientSecret: 'gh-secret' },
  });
