import { oauthLoginProvider } from '../oauth-login-provider.ts';
import { readName, readSubject } from '../read-subject.ts';

/** Sign-in with Discord. */
export const discord = oauthLoginProvider({
  id: 'discord',
  usernamePrefix: 'dc',
  client: ({ options, config }) => ({
    authorizationEndpoint: `${config.DISCORD_URL}/oauth2/authorize`,
    tokenEndpoint: `${config.DISCORD_URL}/api/oauth2/token`,
    userEndpoint: `${config.DISCORD_URL}/api/users/@me`,
    clientId: options.get('DiscordClientId'),
    clientSecret: options.get('DiscordClientSecret'),
    clientAuthentication: 'basic',
    scope: 'identify email',
    sendsRedirectUri: true,
  }),
  readProfile: ({ id, username, global_name: name, email, verified }) => ({
    subject: readSubject(id),
    username: readName(username),
    displayName: readName(name),
    ...(verified === true && readName(email) !== '' ? { email: readName(email) } : {}),
  }),
});
