import { type Fault, type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../../test-support/test-gateway.ts';

const MODEL = 'gpt-4o-mini';

let simulator: Simulator;
let gateway: TestGateway;
let owner: Client;
const faults = new Map<string, Fault>();

async function start(): Promise<void> {
  faults.clear();
  simulator = await startOpenAiSimulator({ faults });
  gateway = await startTestGateway({ random: () => 0 });
  owner = await gateway.user({ quota: 10_000_000 });
}
async function stop(): Promise<void> {
  await gateway.close();
  await simulator.close();
}

const channel = (key: string, fields: Record<string, unknown> = {}) =>
  gateway.channel({ name: key, key, base_url: simulator.url, ...fields });
const chat = async (
  secret: string,
  body: Record<string, unknown> = {},
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'accept-language': 'en',
      ...headers,
    },
    body: JSON.stringify({ model: MODEL, messages: [{ role: 'user', content: 'hi' }], ...body }),
  });
  return {
    status: response.status,
    body: (await response.json()) as {
      error?: { code: string; message: string };
      choices?: unknown[];
    },
  };
};
const keysTried = () =>
  simulator.requests.map(({ headers }) => headers.authorization?.replace('Bearer ', ''));

describe('routing and admission', () => {
  beforeEach(start);
  afterEach(stop);

  test('a failed channel is not attempted again, and a tier is exhausted before the next', async () => {
    for (const key of ['a', 'b', 'c']) await channel(key, { priority: 10 });
    await channel('last', { priority: 0 });
    for (const key of ['a', 'b', 'c']) faults.set(key, 'status-500');
    await gateway.setOption('RetryTimes', '5');
    const { secret } = await gateway.token(owner);
    expect((await chat(secret)).status).toBe(200);
    expect(
      keysTried()
        .slice(0, 3)
        .toSorted((left = '', right = '') => left.localeCompare(right)),
    ).toEqual(['a', 'b', 'c']);
    expect(keysTried()[3]).toBe('last');
    const { body } = await gateway.root.call('GET', '/api/log/?page_size=1');
    const row = (body.data.items as { other: string }[])[0];
    const info = (
      JSON.parse(row?.other ?? '{}') as {
        admin_info: { use_channel: string[]; attempts: { status: number }[] };
      }
    ).admin_info;
    expect(new Set(info.use_channel).size).toBe(4);
    expect(info.attempts.map(({ status }) => status)).toEqual([500, 500, 500, 200]);
  });

  test('without RetryTimes the first fault ends the call', async () => {
    await channel('a');
    await channel('b');
    for (const key of ['a', 'b']) faults.set(key, 'status-503');
    const { secret } = await gateway.token(owner);
    expect((await chat(secret)).status).toBe(503);
    expect(keysTried()).toHaveLength(1);
  });

  test('a bad request is not sent to another channel', async () => {
    await channel('a');
    await channel('b');
    for (const key of ['a', 'b']) faults.set(key, 'status-400');
    await gateway.setOption('RetryTimes', '3');
    expect((await chat((await gateway.token(owner)).secret)).status).toBe(400);
    expect(keysTried()).toHaveLength(1);
  });

  test('a channel whose key is dead is disabled when the options say so, and only then', async () => {
    const created = await channel('dead');
    faults.set('dead', 'status-401');
    const { secret } = await gateway.token(owner);
    await chat(secret);
    const status = async () =>
      (
        (await gateway.root.call('GET', `/api/channel/${created.id}`)).body.data as unknown as {
          status: number;
        }
      ).status;
    expect(await status()).toBe(1);
    await gateway.setOption('AutomaticDisableChannelEnabled', 'true');
    await chat(secret);
    await expect.poll(status).toBe(3);
    expect((await chat(secret)).body.error?.code).toBe('model_not_found');
  });

  test('a mapped model is sent under its other name and priced under its own', async () => {
    await channel('a', { model_mapping: '{"gpt-4o-mini":"step","step":"gpt-4o-2024"}' });
    await chat((await gateway.token(owner)).secret);
    expect(JSON.parse(simulator.requests[0]?.body ?? '{}').model).toBe('gpt-4o-2024');
    const { body } = await gateway.root.call('GET', '/api/log/?page_size=1');
    expect((body.data.items as { model_name: string; quota: number }[])[0]).toMatchObject({
      model_name: MODEL,
      quota: 3,
    });
  });

  test('status_code_mapping changes what the client sees', async () => {
    await channel('a', { status_code_mapping: '{"400":"500"}' });
    faults.set('a', 'status-400');
    expect((await chat((await gateway.token(owner)).secret)).status).toBe(500);
  });

  test('the log calls a model that no channel serves unknown, not unpriced', async () => {
    await channel('a', { models: 'my-own-model' });
    const { status } = await chat((await gateway.token(owner)).secret, { model: 'my-own-modle' });
    expect(status).toBe(404);
    const { body: log } = await gateway.root.call('GET', '/api/log/?page_size=1');
    expect((log.data.items as unknown[])[0]).toMatchObject({
      model_name: 'my-own-modle',
      other: expect.stringContaining(`"error_code":"model_not_found"`),
    });
  });

  test('an unpriced model does not exist for its callers; the log says where to set the price', async () => {
    await channel('a', { models: 'my-own-model' });
    const { status, body } = await chat((await gateway.token(owner)).secret, {
      model: 'my-own-model',
    });
    expect([status, body.error?.code]).toEqual([404, 'model_not_found']);
    expect(body.error?.message).not.toContain('price');
    const { body: log } = await gateway.root.call('GET', '/api/log/?page_size=1');
    expect((log.data.items as unknown[])[0]).toMatchObject({
      content: expect.stringContaining('price editor'),
      other: expect.stringContaining(`"error_code":"model_not_priced"`),
    });
    expect(simulator.requests).toHaveLength(0);
  });

  test('an administrator reaches the channel that the key names', async () => {
    await channel('a');
    const second = await channel('b');
    expect((await chat(`${(await gateway.token(gateway.root)).secret}-${second.id}`)).status).toBe(
      200,
    );
    expect(keysTried()).toEqual(['b']);
  });

  test('a key’s calls per minute are limited, with the time to wait', async () => {
    await channel('a');
    const { secret } = await gateway.token(owner, { rate_limit: 2 });
    expect([
      (await chat(secret)).status,
      (await chat(secret)).status,
      (await chat(secret)).status,
    ]).toEqual([200, 200, 429]);
  });

  test('disabling a user, deleting a key and changing its group work on the next call', async () => {
    await channel('a');
    const { secret, id } = await gateway.token(owner);
    expect((await chat(secret)).status).toBe(200);
    await owner.call('PUT', '/api/token/', { id, group: 'vip' });
    expect((await chat(secret)).body.error?.code).toBe('model_not_found');
    await owner.call('PUT', '/api/token/', { id, group: '' });
    await gateway.root.call('POST', '/api/user/manage', { id: owner.id, action: 'disable' });
    expect((await chat(secret)).status).toBe(403);
    await gateway.root.call('POST', '/api/user/manage', { id: owner.id, action: 'enable' });
    expect((await chat(secret)).status).toBe(200);
    await (
      await gateway.login(
        (await gateway.root.call('GET', `/api/user/${owner.id}`)).body.data.username as string,
        'password1',
      )
    ).call('DELETE', `/api/token/${id}/`);
    expect((await chat(secret)).status).toBe(401);
  });

  test('400 calls at once on a small balance never overdraw it', async () => {
    await channel('a', { models: 'gpt-4o' });
    const poor = await gateway.user({ quota: 100_000 });
    const { secret } = await gateway.token(poor);
    const sim = JSON.stringify({ sim: { prompt_tokens: 40, completion_tokens: 490 } });
    const statuses = await Promise.all(
      Array.from({ length: 400 }, () =>
        chat(secret, {
          model: 'gpt-4o',
          max_tokens: 490,
          messages: [{ role: 'user', content: sim }],
        }).then(({ status }) => status),
      ),
    );
    const paid = statuses.filter((status) => status === 200).length;
    expect(paid).toBeGreaterThan(0);
    expect(paid).toBeLessThanOrEqual(40);
    expect(statuses.filter((status) => status !== 200 && status !== 402)).toEqual([]);
    const { body } = await poor.call('GET', '/api/user/self');
    expect(body.data).toMatchObject({
      quota: 100_000 - paid * 2500,
      used_quota: paid * 2500,
      request_count: paid,
    });
  });
});

describe('calls that reach no channel', () => {
  beforeAll(async () => {
    await start();
    await channel('a');
  });
  afterAll(stop);
  beforeEach(() => void simulator.requests.splice(0));

  test.each([
    ['a wrong key', async () => 'sk-wrong', 401, 'invalid_api_key'],
    ['a disabled key', async () => disabled(), 401, 'key_disabled'],
    [
      'an expired key',
      async () => (await gateway.token(owner, { expired_time: 1 })).secret,
      401,
      'key_expired',
    ],
    [
      'a key for other addresses',
      async () => (await gateway.token(owner, { allow_ips: '10.0.0.0/8' })).secret,
      403,
      'address_not_allowed',
    ],
    [
      'a key for other models',
      async () =>
        (await gateway.token(owner, { model_limits_enabled: true, model_limits: 'gpt-4o' })).secret,
      403,
      'model_not_allowed',
    ],
    [
      'a key without quota',
      async () => (await gateway.token(owner, { unlimited_quota: false, remain_quota: 1 })).secret,
      402,
      'insufficient_key_quota',
    ],
    [
      'an empty balance',
      async () => (await gateway.token(await gateway.user())).secret,
      402,
      'insufficient_user_quota',
    ],
    [
      'a pinned channel by a regular user',
      async () => `${(await gateway.token(owner)).secret}-1`,
      403,
      'channel_pin_forbidden',
    ],
    [
      'an unknown pinned channel',
      async () => `${(await gateway.token(gateway.root)).secret}-999`,
      400,
      'pinned_channel_unknown',
    ],
  ])('%s is refused before anything is sent', async (_name, secret, status, code) => {
    const response = await chat(await secret());
    expect([response.status, response.body.error?.code]).toEqual([status, code]);
    expect(simulator.requests).toHaveLength(0);
  });

  async function disabled(): Promise<string> {
    const token = await gateway.token(owner);
    await owner.call('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 });
    return token.secret;
  }

  test.each([
    ['malformed JSON', '{"model":', 400],
    ['no model', '{"messages":[]}', 400],
    ['wrong types', '{"model":"gpt-4o-mini","messages":"no"}', 400],
    ['an over-long model name', JSON.stringify({ model: 'x'.repeat(300), messages: [] }), 400],
    ['a negative limit', '{"model":"gpt-4o-mini","messages":[],"max_tokens":-1}', 400],
    ['too many choices', '{"model":"gpt-4o-mini","messages":[],"n":1000000}', 400],
  ])('%s is a clear 400', async (_name, body, status) => {
    const { secret } = await gateway.token(owner);
    const response = await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}` },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String) },
    });
  });

  test('unknown paths, wrong methods and unsupported calls get an error in the dialect', async () => {
    const get = async (path: string, method = 'GET') => {
      const response = await fetch(gateway.url + path, {
        method,
        headers: { authorization: 'Bearer sk-x' },
      });
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
    };
    expect(await get('/v1/nope')).toEqual([404, 'unknown_url']);
    expect(await get('/v1/chat/completions')).toEqual([405, 'method_not_allowed']);
    expect(await get('/v1/assistants', 'POST')).toEqual([501, 'not_implemented']);
  });
});
