import { isPlaygroundCall, PLAYGROUND_NAME } from '@tollgate/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../../test-support/test-gateway.ts';
import { MODEL } from '../../../test-support/relay-scene.ts';
import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';

const CHAT = '/v1/chat/completions';
const QUESTION = { model: MODEL, messages: [{ role: 'user', content: 'hello' }] };

describe.each(databaseKinds)('calls from the playground on %s', (kind) => {
  let gateway: TestGateway;
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startOpenAiSimulator();
    gateway = await startTestGateway({ kind });
    await gateway.channel({ base_url: simulator.url, models: `${MODEL},tts-1` });
  });
  afterAll(async () => {
    await gateway.close();
    await simulator.close();
  });

  /** Headers sent by the console's page, including those added by the browser. */
  const ownPage = ({ id, token }: Pick<Client, 'id' | 'token'>): Record<string, string> => ({
    cookie: `session=${token}`,
    'new-api-user': String(id),
    'content-type': 'application/json',
    origin: gateway.url,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-mode': 'cors',
  });
  const post = (path: string, headers: Record<string, string>, body: object = QUESTION) =>
    fetch(gateway.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const play = (headers: Record<string, string>, body?: object) =>
    post(`/api/playground${CHAT}`, headers, body);
  const codeOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code: string } };
    return [response.status, error.code];
  };
  const balance = async (user: Client) =>
    (await user.call('GET', '/api/user/self')).body.data.quota as number;
  const rows = async (user: Client, query = '') => {
    const { body } = await user.call('GET', `/api/log/self/?p=1&page_size=50&type=2${query}`);
    return body.data.items as {
      token_id: number;
      token_name: string;
      quota: number;
      request_id: string;
    }[];
  };
  /** Waits for the charge to reach the tables, which on PostgreSQL takes a moment. */
  const settled = async (user: Client, count: number) => {
    await expect.poll(async () => (await rows(user)).length).toBe(count);
    return rows(user);
  };

  test.each([false, true])(
    'a session pays the same as a key, and its log row names the playground (streamed: %s)',
    async (stream) => {
      const user = await gateway.user({ quota: 1_000_000 });
      const { secret } = await gateway.token(user, { unlimited_quota: true });
      const body = { ...QUESTION, stream };
      const json = { 'content-type': 'application/json' };
      const byKey = await post(CHAT, { ...json, authorization: `Bearer ${secret}` }, body);
      await byKey.text();
      const bySession = await play(ownPage(user), body);
      expect(bySession.status).toBe(200);
      await bySession.text();
      const logged = await settled(user, 2);
      const [own] = await rows(user, `&token_name=${encodeURIComponent(PLAYGROUND_NAME)}`);
      const other = logged.find(({ token_id }) => token_id > 0);
      expect(own?.request_id).toBe(bySession.headers.get('x-request-id'));
      expect(own && isPlaygroundCall(own)).toBe(true);
      expect(own?.quota).toBeGreaterThan(0);
      expect(own?.quota).toBe(other?.quota);
      await expect.poll(() => balance(user)).toBe(1_000_000 - 2 * (own?.quota ?? 0));
      const keys = await user.call('GET', '/api/token/?p=1&page_size=10');
      expect((keys.body.data.items as unknown[]).length).toBe(1);
    },
  );

  test.each<[string, (headers: Record<string, string>) => void]>([
    ['a page of another site', (headers) => (headers['sec-fetch-site'] = 'cross-site')],
    ['a page of a neighbour domain', (headers) => (headers['sec-fetch-site'] = 'same-site')],
    ['a page without the header of the console', (headers) => delete headers['new-api-user']],
    ['a page that guesses another user', (headers) => (headers['new-api-user'] = '1')],
    [
      'a browser without fetch metadata on a page of another site',
      (headers) => {
        delete headers['sec-fetch-site'];
        delete headers['sec-fetch-mode'];
        headers.origin = 'https://elsewhere.example';
      },
    ],
    ['a script that hides its origin', (headers) => (headers.origin = 'null')],
    ['something that names no origin', (headers) => delete headers.origin],
  ])('a call from %s is refused and costs nothing', async (_from, change) => {
    const user = await gateway.user({ quota: 1_000_000 });
    const headers = ownPage(user);
    change(headers);
    if (headers.origin === 'null') delete headers['sec-fetch-site'];
    const before = simulator.requests.length;
    const [status, code] = await codeOf(await play(headers));
    expect([status, String(code)]).toEqual([403, expect.stringMatching(/cross_site/)]);
    expect([simulator.requests.length, await balance(user)]).toEqual([before, 1_000_000]);
  });

  test('preflight requests of other origins are not answered', async () => {
    const response = await fetch(`${gateway.url}/api/playground${CHAT}`, {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect(response.status).toBe(405);
  });

  test('a session is valid only for the playground, and a key is not valid there', async () => {
    const user = await gateway.user({ quota: 1_000_000 });
    const { secret } = await gateway.token(user, { unlimited_quota: true });
    const { cookie: _cookie, ...page } = ownPage(user);
    const authorized = { ...page, authorization: `Bearer ${secret}` };
    expect(await codeOf(await play(authorized))).toEqual([401, 'session_missing']);
    const bySession = await codeOf(await post(CHAT, ownPage(user)));
    expect(bySession).toEqual([401, 'invalid_api_key']);
    const { body } = await user.call('GET', '/api/user/token', undefined, {
      'new-api-user': String(user.id),
    });
    const byAccessToken = ownPage({ id: user.id, token: String(body.data) });
    expect(await codeOf(await play(byAccessToken))).toEqual([401, 'session_missing']);
  });

  test.each(['/v1/files', '/v1/responses', '/v1/batches', '/v1/models', '/v1/../v1/files'])(
    'the playground does not reach %s',
    async (path) => {
      const user = await gateway.user({ quota: 1_000_000 });
      const response = await post(`/api/playground${path}`, ownPage(user));
      expect(response.headers.get('x-oneapi-request-id')).toBeNull();
      expect(response.status).toBe(404);
    },
  );

  test('a user without balance, in a group without the model, signed out or disabled is refused like a key', async () => {
    const user = await gateway.user({ quota: 1_000_000 });
    const poor = await gateway.user();
    expect((await codeOf(await play(ownPage(poor))))[0]).toBe(402);
    await gateway.root.call('PUT', '/api/user/', { id: user.id, group: 'vip' });
    expect(await codeOf(await play(ownPage(user)))).toEqual([503, 'model_not_found']);
    await user.call('GET', '/api/user/logout', undefined, { 'new-api-user': String(user.id) });
    expect(await codeOf(await play(ownPage(user)))).toEqual([401, 'session_missing']);
    const banned = await gateway.user({ quota: 1_000_000 });
    await gateway.root.call('POST', '/api/user/manage', {
      username: 'x',
      id: banned.id,
      action: 'disable',
    });
    const [status] = await codeOf(await play(ownPage(banned)));
    expect([401, 403]).toContain(status);
  });

  test('a call uses the channels and price only of a group that its user may choose for keys', async () => {
    const user = await gateway.user({ quota: 1_000_000 });
    await gateway.setOption(
      'GroupRatio',
      JSON.stringify({ default: 1, vip: 1, special: 3, closed: 1 }),
    );
    await gateway.setOption('UserUsableGroups', JSON.stringify({ default: '', special: '' }));
    await gateway.channel({ base_url: simulator.url, models: MODEL, group: 'special,closed' });
    const inGroup = (group: string) => play({ ...ownPage(user), 'x-tollgate-group': group });
    expect((await play(ownPage(user))).status).toBe(200);
    expect((await inGroup('special')).status).toBe(200);
    expect(await codeOf(await inGroup('closed'))).toEqual([403, 'group_not_usable']);
    const [expensive, plain] = await settled(user, 2);
    expect(expensive?.quota).toBeGreaterThan(2 * (plain?.quota ?? 0));
  });

  test('per-key limits count the playground of each user separately', async () => {
    const rule = { per: 'key', match: ['*'], requests: 1 };
    await gateway.setOption('RateLimits', JSON.stringify([rule]));
    const [one, two] = [
      await gateway.user({ quota: 1_000_000 }),
      await gateway.user({ quota: 1_000_000 }),
    ];
    const statuses = [one, one, two].map(async (user) => (await play(ownPage(user))).status);
    const sorted = (await Promise.all(statuses)).toSorted((a, b) => a - b);
    expect(sorted).toEqual([200, 200, 429]);
    await gateway.setOption('RateLimits', '[]');
  });
});
