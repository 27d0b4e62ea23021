import { oauthLoginProvider } from '../oauth-login-provider.ts';
import { readName, readSubject } from '../read-subject.ts';

/** Sign-in with LinuxDO, a forum; silenced and inactive members are refused. */
export const linuxdo = oauthLoginProvider({
  id: 'linuxdo',
  usernamePrefix: 'ld',
  client: ({ options, config }) => ({
    authorizationEndpoint: `${config.LINUXDO_URL}/oauth2/authorize`,
    tokenEndpoint: `${config.LINUXDO_URL}/oauth2/token`,
    userEndpoint: `${config.LINUXDO_URL}/api/user`,
    clientId: options.get('LinuxDOClientId'),
    clientSecret: options.get('LinuxDOClientSecret'),
    clientAuthentication: 'basic',
    sendsRedirectUri: true,
  }),
  readProfile: ({ id, username, name, active, silenced }) => ({
    subject: active === false || silenced === true ? '' : readSubject(id),
    username: readName(username),
    displayName: readName(name),
  }),
});
