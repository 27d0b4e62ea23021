import { createHash } from 'node:crypto';
import type { errors, JWTPayload, JWTVerifyOptions } from 'jose';
import { AppError } from '../../platform/app-error.ts';
import type { Outbound } from '../../platform/outbound.ts';
import { basicCredentials } from './basic-credentials.ts';
import type { LoginProviderContext } from './login-provider-context.ts';
import type {
  OauthLoginProvider,
  OauthReturn,
  ProviderGrants,
  ProviderLogout,
  ProviderProfile,
} from './login-provider.ts';
import { discoverOidc, type OidcSite } from './oidc-discovery.ts';
import { readName, readSubject } from './read-subject.ts';
import { requestLoginProvider } from './request-login-provider.ts';

/**
 * Asymmetric signatures only: nobody who knows our secret may be able to sign (`HS256`), let alone anybody at
 * all (`none`).
 */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'EdDSA',
];
const CLOCK_TOLERANCE_SECONDS = 60;
/** Maximum age of a logout token. Its id is kept for as long, so that it can't be replayed. */
const LOGOUT_TOKEN_SECONDS = 300;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** A client of an OpenID provider as configured by the options. */
interface OidcClient {
  /** Without a trailing slash. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  outbound: Outbound;
}

/** Claims about a user from an ID token and the user endpoint. */
export type OidcClaims = Readonly<Record<string, unknown>>;

interface OidcDescription extends Pick<OauthLoginProvider, 'id' | 'usernamePrefix'> {
  client(context: LoginProviderContext): OidcClient;
  /** Other names that the issuer uses in its tokens. */
  issuerAliases?: readonly string[];
  /** Makes the subject unique if the operator may change the issuer. */
  qualifySubject?(subject: string, issuer: string): string;
  readGrants?(context: LoginProviderContext, claims: OidcClaims): ProviderGrants;
}

/**
 * Creates a login provider that uses OpenID Connect: discovery, authorization code with PKCE (S256), and an
 * ID token whose signature, issuer, audience, times and nonce are verified.
 */
export function oidcLoginProvider(description: OidcDescription): OauthLoginProvider {
  const { id, usernamePrefix } = description;
  const open = async (context: LoginProviderContext) => {
    const client = description.client(context);
    return { client, site: await discoverOidc(context, client.issuer, client.outbound) };
  };
  return {
    kind: 'oauth',
    id,
    usernamePrefix,
    async authorizationUrl(context, state) {
      const { client, site } = await open(context);
      const url = new URL(site.metadata.authorization_endpoint);
      const query = {
        response_type: 'code',
        client_id: client.clientId,
        redirect_uri: redirectUri(context, id),
        scope: 'openid profile email',
        state,
        nonce: nonceOf(context, state),
        code_challenge: createHash('sha256').update(verifierOf(context, state)).digest('base64url'),
        code_challenge_method: 'S256',
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    async exchange(context, back) {
      const { client, site } = await open(context);
      checkSender(site, back.issuer);
      const tokens = await fetchTokens(context, { id, client, site, back });
      const claims = await verifyIdToken(context, {
        idToken: readName(tokens.id_token),
        nonce: nonceOf(context, back.state),
        issuers: [site.metadata.issuer, ...(description.issuerAliases ?? [])],
        client,
        site,
      });
      const user = await fetchUser(context, { client, site, tokens, claims });
      const allClaims = { ...user, ...claims };
      return {
        ...readProfile(description, allClaims, site),
        ...emailOf([claims, user]),
        ...grantsOf(description, context, allClaims),
        session: { idToken: readName(tokens.id_token), id: readName(claims['sid']) },
      };
    },
    async logoutUrl(context, idToken) {
      const { client, site } = await open(context);
      const { end_session_endpoint: endpoint } = site.metadata;
      if (endpoint === undefined) return undefined;
      const url = new URL(endpoint);
      url.searchParams.set('client_id', client.clientId);
      // With this hint, many providers end the session without asking.
      if (idToken !== '') url.searchParams.set('id_token_hint', idToken);
      const server = context.options.get('ServerAddress');
      if (server !== '') url.searchParams.set('post_logout_redirect_uri', `${server}/login`);
      return url.href;
    },
    async readLogout(context, token) {
      return readLogout(context, { token, description, ...(await open(context)) });
    },
  };
}

/** Reads which session at the provider a logout token ends. */
async function readLogout(
  context: LoginProviderContext,
  {
    token,
    description: { qualifySubject, issuerAliases = [] },
    client,
    site,
  }: { token: string; description: OidcDescription; client: OidcClient; site: OidcSite },
): Promise<ProviderLogout> {
  const { issuer } = site.metadata;
  const issuers = [issuer, ...issuerAliases];
  const claims = await verifyLogoutToken(context, { token, issuers, client, site });
  const subject = readSubject(claims.sub);
  return {
    tokenId: claims.jti ?? '',
    subject: subject === '' || !qualifySubject ? subject : qualifySubject(subject, issuer),
    sessionId: readName(claims['sid']),
  };
}

// Both are derived, so that only the hash of a login's state has to be stored.
const verifierOf = ({ keyring }: LoginProviderContext, state: string) =>
  keyring.hash('oauth-verifier', state);
const nonceOf = ({ keyring }: LoginProviderContext, state: string) =>
  keyring.hash('oauth-nonce', state);

function redirectUri({ options }: LoginProviderContext, id: string): string {
  return `${options.get('ServerAddress')}/oauth/${id}`;
}

/** Throws AppError oauth_failed for a code from another issuer (mix-up attack, RFC 9207). */
function checkSender({ metadata }: OidcSite, issuer: string): void {
  const isMissing =
    issuer === '' && metadata.authorization_response_iss_parameter_supported === true;
  if (isMissing || (issuer !== '' && issuer !== metadata.issuer))
    throw new AppError('oauth_failed');
}

interface Exchange {
  id: string;
  client: OidcClient;
  site: OidcSite;
  back: OauthReturn;
}

async function fetchTokens(
  context: LoginProviderContext,
  { id, client, site, back }: Exchange,
): Promise<Record<string, unknown>> {
  const { clientId, clientSecret, outbound } = client;
  const methods = site.metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isBasic = methods.includes('client_secret_basic');
  return requestLoginProvider(outbound, {
    url: site.metadata.token_endpoint,
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Tollgate',
      ...(isBasic ? { authorization: basicCredentials(clientId, clientSecret) } : {}),
    },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: back.code,
      redirect_uri: redirectUri(context, id),
      code_verifier: verifierOf(context, back.state),
      ...(isBasic ? {} : { client_id: clientId, client_secret: clientSecret }),
    }).toString(),
    timeoutMs: context.timeoutMs,
  });
}

interface Verification {
  idToken: string;
  nonce: string;
  issuers: string[];
  client: OidcClient;
  site: OidcSite;
}

/**
 * Verifies an ID token (OpenID Connect Core 1.0, 3.1.3.7). Throws AppError oauth_failed, or
 * oauth_site_unreachable if the keys can't be read.
 */
async function verifyIdToken(
  { clock }: LoginProviderContext,
  { idToken, nonce, issuers, client, site }: Verification,
): Promise<JWTPayload> {
  const payload = await verifySigned(idToken, site, {
    issuer: issuers,
    audience: client.clientId,
    currentDate: new Date(clock.nowMs()),
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
  });
  const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1;
  const isForThisClient =
    payload.azp === undefined ? !isForSeveral : payload.azp === client.clientId;
  const now = clock.nowMs() / 1000;
  const isIssuedInFuture = (payload.iat ?? 0) > now + CLOCK_TOLERANCE_SECONDS;
  if (payload.nonce !== nonce || !isForThisClient || isIssuedInFuture)
    throw new AppError('oauth_failed');
  return payload;
}

/**
 * Verifies a logout token (Back-Channel Logout 1.0, 2.6); refuses ID tokens and old tokens. Throws the same
 * as `verifyIdToken`.
 */
async function verifyLogoutToken(
  { clock }: LoginProviderContext,
  { token, issuers, client, site }: Omit<Verification, 'idToken' | 'nonce'> & { token: string },
): Promise<JWTPayload> {
  const payload = await verifySigned(token, site, {
    issuer: issuers,
    audience: client.clientId,
    currentDate: new Date(clock.nowMs()),
    maxTokenAge: LOGOUT_TOKEN_SECONDS,
    requiredClaims: ['iat', 'jti', 'events'],
  });
  const events = payload['events'];
  const isLogout = typeof events === 'object' && events !== null && LOGOUT_EVENT in events;
  const hasSubject = readSubject(payload.sub) !== '' || readName(payload['sid']) !== '';
  if (!isLogout || !hasSubject || payload['nonce'] !== undefined)
    throw new AppError('oauth_failed');
  return payload;
}

/** Verifies a token's signature by one of the provider's keys and returns its claims. */
async function verifySigned(
  token: string,
  site: OidcSite,
  options: JWTVerifyOptions,
): Promise<JWTPayload> {
  const { jwtVerify, errors: joseErrors } = await import('jose');
  const { payload } = await jwtVerify(token, site.keys, {
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    ...options,
  }).catch((cause: unknown) => {
    const isRefused = cause instanceof joseErrors.JOSEError && !isUnreachable(cause, joseErrors);
    throw new AppError(isRefused ? 'oauth_failed' : 'oauth_site_unreachable', {}, { cause });
  });
  return payload;
}

/** Returns whether the keys could not be read, as opposed to the token being invalid. */
function isUnreachable(error: Error, joseErrors: typeof errors): boolean {
  return error instanceof joseErrors.JWKSTimeout || error.constructor === joseErrors.JOSEError;
}

/**
 * Fetches the claims that the user endpoint adds; none if there is no endpoint. Throws AppError oauth_failed
 * if they are about somebody else.
 */
async function fetchUser(
  { timeoutMs }: LoginProviderContext,
  input: { client: OidcClient; site: OidcSite; tokens: OidcClaims; claims: JWTPayload },
): Promise<OidcClaims> {
  const { client, site, tokens, claims } = input;
  const url = site.metadata.userinfo_endpoint;
  const accessToken = readName(tokens.access_token);
  if (url === undefined || accessToken === '') return {};
  const user = await requestLoginProvider(client.outbound, {
    url,
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      'user-agent': 'Tollgate',
    },
    timeoutMs,
  });
  // Core 1.0, 5.3.2: the response may be about a different subject than the token.
  if (user.sub !== claims.sub) throw new AppError('oauth_failed');
  return user;
}

function readProfile(
  { qualifySubject }: OidcDescription,
  claims: OidcClaims,
  { metadata }: OidcSite,
): ProviderProfile {
  const subject = readSubject(claims.sub);
  if (subject === '') throw new AppError('oauth_failed');
  const { issuer } = metadata;
  // Options drop a trailing slash, imports identify an issuer by its option, and a site may change its own name.
  const sameIssuer = issuer.endsWith('/') ? issuer.slice(0, -1) : `${issuer}/`;
  return {
    subject: qualifySubject ? qualifySubject(subject, issuer) : subject,
    ...(qualifySubject
      ? { formerSubjects: [{ subject: qualifySubject(subject, sameIssuer), isName: false }] }
      : {}),
    username: readName(claims.preferred_username),
    displayName: readName(claims.name),
  };
}

/** Returns the verified address of the first source that has one: what verifies it must come with it. */
function emailOf(sources: readonly OidcClaims[]): Pick<ProviderProfile, 'email'> {
  for (const { email, email_verified: isVerified } of sources)
    if (isVerified === true && readName(email) !== '') return { email: readName(email) };
  return {};
}

function grantsOf(
  { readGrants }: OidcDescription,
  context: LoginProviderContext,
  claims: OidcClaims,
): Pick<ProviderProfile, 'grants'> {
  return readGrants ? { grants: readGrants(context, claims) } : {};
}
