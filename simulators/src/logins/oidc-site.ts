import { createHash, randomUUID } from 'node:crypto';
import {
  type SimulatorRequest,
  type SimulatorResponse,
  startSimulatorServer,
} from '../simulator-server.ts';
import { newSigningKey, releaseSigningKey, signIdToken, type TokenForgery } from './id-tokens.ts';
import { withSwitchableFault, type LoginSimulator, type Person } from './login-simulator.ts';

interface OidcSiteInput {
  clientId: string;
  clientSecret: string;
  hasLogout: boolean;
  /** Accounts are identified by issuer and subject. */
  qualifiesSubjects?: boolean;
  env(url: string): Record<string, string>;
  options(url: string): Record<string, string>;
}

/** An OpenID provider whose tokens can be forged. */
export interface OidcSimulator extends LoginSimulator {
  readonly issuer: string;
  forge(forgery: TokenForgery | undefined): void;
  /**
   * Returns a logout token for a session (`sid`), for a user (`sub`), or for both; claims can be overridden.
   */
  logoutToken(claims: Record<string, unknown>, now: number): string;
  /** Signs with a new key from now on. */
  rotateKey(): void;
}

interface Grant {
  person: Person;
  query: URLSearchParams;
  now: number;
}

const TOKEN_SECONDS = 600;

/** Implements the token endpoint (RFC 6749 and 7636): returns the code's grant, or why it is refused. */
function takeGrant(
  { clientId, clientSecret }: OidcSiteInput,
  grants: Map<string, Grant>,
  { text, headers, method }: SimulatorRequest,
): Grant | string {
  const form = new URLSearchParams(text);
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  const basic = `Basic ${Buffer.from(pair).toString('base64')}`;
  if (method !== 'POST' || headers.authorization !== basic) return 'invalid_client';
  if (form.get('grant_type') !== 'authorization_code') return 'unsupported_grant_type';
  const code = form.get('code') ?? '';
  const grant = grants.get(code);
  if (!grants.delete(code) || !grant) return 'invalid_grant';
  const verifier = form.get('code_verifier') ?? '';
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const isBound =
    challenge === grant.query.get('code_challenge') &&
    form.get('redirect_uri') === grant.query.get('redirect_uri');
  return isBound ? grant : 'invalid_grant';
}

function describeSite(url: string, { hasLogout }: OidcSiteInput) {
  return {
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/keys`,
    userinfo_endpoint: `${url}/me`,
    authorization_response_iss_parameter_supported: true,
    ...(hasLogout
      ? { end_session_endpoint: `${url}/logout`, backchannel_logout_supported: true }
      : {}),
  };
}

const claimsOf = ({ person, query, now }: Grant, issuer: string, clientId: string) => ({
  iss: issuer,
  aud: clientId,
  sub: person.subject,
  nonce: query.get('nonce'),
  iat: now,
  exp: now + TOKEN_SECONDS,
  preferred_username: person.username ?? '',
  name: person.name ?? '',
  ...person.more,
});

/** Parses an authorization request as our gateway sends it. Throws for any other. */
function readRequest(authorizationUrl: string, site: string, clientId: string): URLSearchParams {
  const url = new URL(authorizationUrl);
  const query = url.searchParams;
  const isRequest =
    url.origin + url.pathname === `${site}/authorize` &&
    query.get('client_id') === clientId &&
    query.get('response_type') === 'code' &&
    query.get('scope')?.split(' ').includes('openid') === true &&
    query.get('code_challenge_method') === 'S256' &&
    query.has('nonce') &&
    query.has('redirect_uri');
  if (!isRequest) throw new Error(`no authorization request of the client: ${authorizationUrl}`);
  return query;
}

/**
 * Starts an OpenID Connect provider for one client: requires PKCE (S256) and a nonce, each code is valid
 * once.
 */
export async function startOidcSite(input: OidcSiteInput): Promise<OidcSimulator> {
  const { clientId, clientSecret } = input;
  const grants = new Map<string, Grant>();
  const people = new Map<string, Person>();
  let key = newSigningKey();
  let forgery: TokenForgery = {};

  function exchange(call: SimulatorRequest): SimulatorResponse {
    const grant = takeGrant(input, grants, call);
    if (typeof grant === 'string') return { status: 400, body: { error: grant } };
    const token = randomUUID();
    people.set(`Bearer ${token}`, grant.person);
    const claims = { ...claimsOf(grant, server.url, clientId), ...forgery.claims };
    const idToken = signIdToken(claims, { ...forgery, key, secret: clientSecret });
    return { body: { access_token: token, token_type: 'Bearer', id_token: idToken } };
  }

  const publicKeys = () => ({
    keys: [{ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'RS256', use: 'sig' }],
  });
  const { respond, fail } = withSwitchableFault((call) => {
    const { path, headers } = call;
    if (path === '/.well-known/openid-configuration')
      return { body: describeSite(server.url, input) };
    if (path === '/keys') return { body: publicKeys() };
    if (path === '/token') return exchange(call);
    if (path === '/authorize') return { body: '<h1>Consent</h1>' };
    const person = path === '/me' ? people.get(headers.authorization ?? '') : undefined;
    return person
      ? { body: { sub: person.subject, ...forgery.user } }
      : { status: 401, body: { error: 'invalid_token' } };
  });
  const server = await startSimulatorServer(respond);
  return {
    issuer: server.url,
    env: input.env(server.url),
    options: input.options(server.url),
    ...(input.qualifiesSubjects ? { subjectPrefix: `${server.url}|` } : {}),
    prove(person, { authorizationUrl, now }) {
      const query = readRequest(authorizationUrl, server.url, clientId);
      const code = randomUUID();
      grants.set(code, { person, query, now });
      const iss = forgery.sender ?? server.url;
      return { code, state: query.get('state') ?? '', ...(iss === '' ? {} : { iss }) };
    },
    fail,
    forge(next) {
      forgery = next ?? {};
    },
    logoutToken(claims, now) {
      const told = {
        iss: server.url,
        aud: clientId,
        iat: now,
        exp: now + 120,
        jti: randomUUID(),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
      };
      return signIdToken(told, { ...forgery, key, secret: clientSecret });
    },
    rotateKey() {
      key = newSigningKey();
    },
    close() {
      releaseSigningKey(key);
      return server.close();
    },
  };
}
