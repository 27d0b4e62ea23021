import { endpoints, ROLE_ROOT, type Channel, type Token } from '@tollgate/contract';
import { Agent, type IncomingMessage, request } from 'node:http';
import { type App, startApp } from '../src/app.ts';
import { insertNewUser } from '../src/domain/accounts/users.ts';
import { recordAuditEvent } from '../src/domain/log/audit-log.ts';
import { startSession } from '../src/domain/accounts/sessions.ts';
import { type Clock, nowSeconds, systemClock } from '../src/platform/clock.ts';
import { readConfig } from '../src/platform/config.ts';
import { createLogger, type Logger } from '../src/platform/logger.ts';
import { hashPassword, type PasswordCost } from '../src/platform/passwords.ts';
import {
  createTestDatabase,
  type DatabaseKind,
  FEW_CONNECTIONS,
  type TestDatabase,
} from './databases.ts';

export interface Envelope {
  success: boolean;
  message: string;
  // Loosely typed, as tests check responses field by field.
  data: Record<string, unknown> & unknown[];
  code?: string;
  [extra: string]: unknown;
}

export interface ApiResponse {
  status: number;
  body: Envelope;
  headers: Headers;
}

/** A signed-in caller of the console API. */
export interface Client {
  id: number;
  token: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse>;
}

export interface TestGateway {
  url: string;
  app: App;
  database: TestDatabase;
  root: Client;
  visitor: Client;
  /** Signs in with the password; throws if that is refused. */
  login(username: string, password: string): Promise<Client>;
  /** Creates a signed-in user with a role and quota. */
  user(options?: { role?: 1 | 10; quota?: number; name?: string }): Promise<Client>;
  channel(fields: Record<string, unknown>): Promise<Channel>;
  /** Creates a key of the client; returns it with sk-. */
  token(client: Client, fields?: Record<string, unknown>): Promise<Token & { secret: string }>;
  setOption(key: string, value: string): Promise<void>;
  /** Sets several at once, for options that require each other. */
  setOptions(values: Record<string, string>): Promise<void>;
  /** Enables Telegram login and links root to an account there, so that password login may be disabled. */
  bindRoot(): Promise<void>;
  close(): Promise<void>;
}

export interface TestGatewayOptions {
  kind?: DatabaseKind;
  env?: Record<string, string>;
  clock?: Clock;
  random?: () => number;
  /** Silent by default. */
  log?: Logger;
  database?: TestDatabase;
}

let names = 0;

/** Low-cost hashing, for hundreds of test users whose passwords nobody guesses. */
const CHEAP: PasswordCost = { memory: 8, passes: 1 };
const PASSWORD_HASH = hashPassword('password1', CHEAP);

/** Starts a complete gateway on a free port with an empty database. */
// tidy-ignore: a closure over shared state, made of short functions
export async function startTestGateway({
  kind = 'sqlite',
  env = {},
  clock = systemClock,
  random,
  log = createLogger('silent'),
  database,
}: TestGatewayOptions = {}): Promise<TestGateway> {
  const testDatabase = database ?? (await createTestDatabase(kind, { hasTables: true }));
  const config = readConfig({
    PORT: '0',
    DATA_DIR: testDatabase.dataDir,
    DATABASE_URL: testDatabase.databaseUrl,
    ...FEW_CONNECTIONS,
    RATE_LIMIT: 'off',
    ALLOW_PRIVATE_UPSTREAMS: 'on',
    LOG_LEVEL: 'silent',
    ...env,
  });
  const app = await startApp({
    config,
    log,
    clock,
    passwordCost: CHEAP,
    ...(random ? { random } : {}),
  });
  const client = (id: number, token: string): Client => ({
    id,
    token,
    call: (method, path, body, headers = {}) =>
      callApi(app.url + path, { method, body, token, id, headers }),
  });
  const visitor = client(0, '');
  const login = async (username: string, password: string) => {
    const { body } = await visitor.call('POST', endpoints.login.path, { username, password });
    if (!body.success) throw new Error(body.message);
    return client(body.data.id as number, body.data.token as string);
  };
  // Creates a session like a login, without the cost of a password hash.
  const signedIn = async (user: Parameters<typeof startSession>[1]) => {
    const from = { address: '127.0.0.1', userAgent: 'test' };
    return client(user.id, await startSession(app.domain, user, from));
  };
  const rootUser = await app.domain.store.db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('username', '=', 'root')
    .executeTakeFirstOrThrow();
  const rootId = rootUser.id;
  const root = await signedIn(rootUser);
  const must = async (response: Promise<ApiResponse>) => {
    const { body } = await response;
    if (!body.success) throw new Error(`${body.code}: ${body.message}`);
    return body.data;
  };
  // Confirms the session like the console, as tests let hours pass.
  const confirmRoot = () =>
    app.domain.store.db
      .updateTable('sessions')
      .set({ confirmed_at: nowSeconds(clock) })
      .where('user_id', '=', rootId)
      .execute();
  const setOptions = async (values: Record<string, string>) => {
    await confirmRoot();
    const options = Object.entries(values).map(([key, value]) => ({ key, value }));
    await must(root.call('POST', '/api/option/batch', { options }));
  };
  return {
    url: app.url,
    app,
    database: testDatabase,
    root,
    visitor,
    login,
    async user({ role = 1, quota = 0, name = `user${(names += 1)}` } = {}) {
      const created = await makeUser(app, rootId, { name, role });
      if (quota > 0)
        await must(root.call('PUT', '/api/user/', { id: created.id, quota, quota_before: 0 }));
      return signedIn(created);
    },
    async channel(fields) {
      await confirmRoot();
      const created = await must(
        root.call('POST', '/api/channel/', {
          type: 1,
          name: 'simulator',
          key: 'sk-upstream',
          models: 'gpt-4o-mini',
          group: 'default',
          ...fields,
        }),
      );
      return created[0] as Channel;
    },
    async token(owner, fields = {}) {
      const token = (await must(
        owner.call('POST', '/api/token/', { name: 'key', ...fields }),
      )) as unknown as Token;
      return { ...token, secret: `sk-${token.key}` };
    },
    async setOption(key, value) {
      await confirmRoot();
      await must(root.call('PUT', '/api/option/', { key, value }));
    },
    setOptions,
    async bindRoot() {
      await setOptions({
        TelegramBotName: 'bot',
        TelegramBotToken: '1:token',
        TelegramOAuthEnabled: 'true',
      });
      await app.domain.store.db
        .insertInto('user_identities')
        .values({ provider: 'telegram', subject: '7', user_id: rootId, bound_at: 1 })
        .execute();
    },
    async close() {
      await app.close(1000);
      if (!database) await testDatabase.remove();
    },
  };
}

/** Creates a user as an administrator does, and logs that, without the cost of a password hash. */
async function makeUser(
  { domain }: App,
  rootId: number,
  { name, role }: { name: string; role: number },
) {
  const at = nowSeconds(domain.clock);
  const fields = {
    username: name,
    display_name: name,
    password_hash: await PASSWORD_HASH,
    role,
  };
  const actor = { id: rootId, username: 'root', role: ROLE_ROOT };
  return domain.store.transaction(async (trx) => {
    const user = await insertNewUser(trx, at, fields);
    await recordAuditEvent(trx, user, { event: 'created', actor, at });
    return user;
  });
}

interface CallInput {
  method: string;
  body: unknown;
  token: string;
  id: number;
  headers: Record<string, string>;
}

/** Tests make tens of thousands of calls, which take 1.0 ms of CPU each by `fetch`, and 0.6 ms so. */
const agent = new Agent({ keepAlive: true });

async function callApi(
  url: string,
  { method, body, token, id, headers }: CallInput,
): Promise<ApiResponse> {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const sent = {
    'accept-language': 'en',
    ...(token === '' ? {} : { authorization: `Bearer ${token}`, 'new-api-user': String(id) }),
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    ...headers,
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent, method, headers: sent }, resolve).once('error', reject).end(text);
  });
  return {
    status: response.statusCode ?? 0,
    body: await readBody(response),
    // Few tests read them.
    get headers() {
      return toHeaders(response);
    },
  };
}

/** Parses the envelope. Any other response is only checked for having started. */
async function readBody(response: IncomingMessage): Promise<Envelope> {
  const type = response.headers['content-type'] ?? '';
  if (/csv|event-stream|ndjson|gzip/.test(type)) {
    response.destroy();
    return { success: true, message: '', data: [] as never };
  }
  const text = await readText(response);
  return (text === '' ? {} : JSON.parse(text)) as Envelope;
}

function readText(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    response
      .setEncoding('utf8')
      .on('data', (piece: string) => (text += piece))
      .once('end', () => resolve(text))
      .once('error', reject);
  });
}

function toHeaders({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  return headers;
}
