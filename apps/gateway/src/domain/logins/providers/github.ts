import { formerGithubSubject } from '../former-identities.ts';
import { oauthLoginProvider } from '../oauth-login-provider.ts';
import { readName, readSubject } from '../read-subject.ts';

/** Sign-in with GitHub or a GitHub Enterprise server. */
export const github = oauthLoginProvider({
  id: 'github',
  usernamePrefix: 'gh',
  client: ({ options, config }) => ({
    authorizationEndpoint: `${config.GITHUB_URL}/login/oauth/authorize`,
    tokenEndpoint: `${config.GITHUB_URL}/login/oauth/access_token`,
    userEndpoint: `${config.GITHUB_API_URL}/user`,
    clientId: options.get('GitHubClientId'),
    clientSecret: options.get('GitHubClientSecret'),
    clientAuthentication: 'form',
    scope: 'read:user',
  }),
  readProfile: ({ id, login, name }) => ({
    subject: readSubject(id),
    formerSubjects:
      readName(login) === ''
        ? []
        : [{ subject: formerGithubSubject(readName(login)), isName: true }],
    username: readName(login),
    displayName: readName(name),
  }),
});
