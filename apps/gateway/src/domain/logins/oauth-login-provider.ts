import { AppError } from '../../platform/app-error.ts';
import { basicCredentials } from './basic-credentials.ts';
import type { LoginProviderContext } from './login-provider-context.ts';
import type { OauthLoginProvider, ProviderProfile } from './login-provider.ts';
import { readName } from './read-subject.ts';
import { requestLoginProvider } from './request-login-provider.ts';

/** An OAuth 2.0 client as configured by options and environment. */
export interface OauthClient {
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userEndpoint: string;
  clientId: string;
  clientSecret: string;
  /** How id and secret are sent to the token endpoint: as HTTP Basic, or in the form (RFC 6749, 2.3.1). */
  clientAuthentication: 'basic' | 'form';
  /** Space-separated; if absent, the provider's default applies. */
  scope?: string;
  /**
   * Whether to send the redirect URI, if the site knows its own address; otherwise it is registered at the
   * provider.
   */
  sendsRedirectUri?: boolean;
}

export interface OauthDescription extends Pick<OauthLoginProvider, 'id' | 'usernamePrefix'> {
  client(context: LoginProviderContext): OauthClient | Promise<OauthClient>;
  /** Reads the profile from the user endpoint's response; an empty subject is refused. */
  readProfile(user: Readonly<Record<string, unknown>>): ProviderProfile;
}

/** Creates a login provider that uses OAuth 2.0 with an authorization code and returns its user as JSON. */
export function oauthLoginProvider(description: OauthDescription): OauthLoginProvider {
  const { id, usernamePrefix, client: describe, readProfile } = description;
  return {
    kind: 'oauth',
    id,
    usernamePrefix,
    async authorizationUrl(context, state) {
      const client = await describe(context);
      const url = new URL(client.authorizationEndpoint);
      const query = {
        response_type: 'code',
        client_id: client.clientId,
        ...(client.scope === undefined ? {} : { scope: client.scope }),
        ...redirectUri(context, id, client),
        state,
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange(context, { code }) {
      const client = await describe(context);
      const accessToken = await fetchAccessToken(context, id, client, code);
      const user = await requestLoginProvider(context.trusted, {
        url: client.userEndpoint,
        headers: {
          authorization: `Bearer ${accessToken}`,
          accept: 'application/json',
          'user-agent': 'Tollgate',
        },
        timeoutMs: context.timeoutMs,
      });
      const profile = readProfile(user);
      if (profile.subject === '') throw new AppError('oauth_failed');
      return profile;
    },
  };
}

function redirectUri(
  { options }: LoginProviderContext,
  id: string,
  { sendsRedirectUri }: OauthClient,
): { redirect_uri?: string } {
  const server = options.get('ServerAddress');
  return sendsRedirectUri && server !== '' ? { redirect_uri: `${server}/oauth/${id}` } : {};
}

async function fetchAccessToken(
  context: LoginProviderContext,
  id: string,
  client: OauthClient,
  code: string,
): Promise<string> {
  const { clientId, clientSecret, clientAuthentication } = client;
  // A failure may come with status 200 too.
  const response = await requestLoginProvider(context.trusted, {
    url: client.tokenEndpoint,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Tollgate',
      ...(clientAuthentication === 'basic'
        ? { authorization: basicCredentials(clientId, clientSecret) }
        : {}),
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      ...redirectUri(context, id, client),
      ...(clientAuthentication === 'form'
        ? { client_id: clientId, client_secret: clientSecret }
        : {}),
    }).toString(),
    timeoutMs: context.timeoutMs,
  });
  const accessToken = readName(response.access_token);
  if (accessToken === '') throw new AppError('oauth_failed');
  return accessToken;
}
