import { randomUUID } from 'node:crypto';
import {
  type SimulatorRequest,
  type SimulatorResponse,
  startSimulatorServer,
} from '../simulator-server.ts';
import { withSwitchableFault, type LoginSimulator, type Person } from './login-simulator.ts';

interface OauthSiteInput {
  clientId: string;
  clientSecret: string;
  /** How the client must authenticate; the other way is refused. */
  clientAuthentication: 'basic' | 'form';
  paths: { authorize: string; token: string; user: string };
  /** Returns a user as the user endpoint reports it. */
  describe(person: Person): Record<string, unknown>;
  env(url: string): Record<string, string>;
  options: Record<string, string>;
}

interface Grant {
  person: Person;
  redirectUri: string | null;
}

const refused = (error: string): SimulatorResponse => ({ body: { error } });

/** Reads id and secret from HTTP Basic: both are form-encoded before they are joined (RFC 6749, 2.3.1). */
function readBasic(authorization = ''): string[] {
  const pair = Buffer.from(authorization.replace(/^Basic /, ''), 'base64').toString();
  return pair.split(':').map((part) => new URLSearchParams(`part=${part}`).get('part') ?? '');
}

/** Starts an OAuth 2.0 provider for one client, as strict as RFC 6749: each code is valid once. */
export async function startOauthSite(input: OauthSiteInput): Promise<LoginSimulator> {
  const { clientId, clientSecret, clientAuthentication, paths } = input;
  const grants = new Map<string, Grant>();
  const people = new Map<string, Person>();

  function isClient(form: URLSearchParams, authorization: string | undefined): boolean {
    const credentials =
      clientAuthentication === 'basic'
        ? readBasic(authorization)
        : [form.get('client_id'), form.get('client_secret')];
    return credentials[0] === clientId && credentials[1] === clientSecret;
  }

  function exchange({ text, headers, method }: SimulatorRequest): SimulatorResponse {
    const form = new URLSearchParams(text);
    if (method !== 'POST' || !isClient(form, headers.authorization))
      return refused('incorrect_client_credentials');
    if (form.get('grant_type') !== 'authorization_code') return refused('unsupported_grant_type');
    const code = form.get('code') ?? '';
    const grant = grants.get(code);
    if (!grants.delete(code) || !grant) return refused('bad_verification_code');
    if (form.get('redirect_uri') !== grant.redirectUri) return refused('redirect_uri_mismatch');
    const token = randomUUID();
    people.set(`Bearer ${token}`, grant.person);
    return { body: { access_token: token, token_type: 'bearer' } };
  }

  const { respond: response, fail } = withSwitchableFault((call) => {
    if (call.path === paths.token) return exchange(call);
    if (call.path === paths.authorize) return { body: '<h1>Consent</h1>' };
    const person =
      call.path === paths.user ? people.get(call.headers.authorization ?? '') : undefined;
    return person
      ? { status: person.status ?? 200, body: input.describe(person) }
      : { status: 401, body: { message: 'Bad credentials' } };
  });
  const server = await startSimulatorServer(response);
  return {
    env: input.env(server.url),
    options: input.options,
    prove(person, { authorizationUrl }) {
      const url = new URL(authorizationUrl);
      const query = url.searchParams;
      if (url.origin + url.pathname !== server.url + paths.authorize)
        throw new Error(`this is not where consent is asked for: ${authorizationUrl}`);
      if (query.get('client_id') !== clientId || query.get('response_type') !== 'code')
        throw new Error(`no authorization request of the client: ${authorizationUrl}`);
      const code = randomUUID();
      grants.set(code, { person, redirectUri: query.get('redirect_uri') });
      return { code, state: query.get('state') ?? '' };
    },
    fail,
    close: server.close,
  };
}
