import { type Simulator, startOpenAiSimulator } from '@tollgate/simulators';
import { findProgram, REDIS, startRedis, type TestServer } from '@tollgate/tools';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MODEL, simulatorScript } from '../test-support/relay-scene.ts';
import { type Client, startTestGateway, type TestGateway } from '../test-support/test-gateway.ts';

const program = findProgram(REDIS);
/** Far above what one silent Redis may cost (a second), far below what it once did (a minute). */
const PATIENCE_MS = 10_000;

describe.skipIf(!program)('a Redis that is frozen', () => {
  let redis: TestServer;
  let simulator: Simulator;
  let gateway: TestGateway;
  let person: Client;
  let secret = '';

  beforeAll(async () => {
    redis = await startRedis(program as string);
    simulator = await startOpenAiSimulator();
    gateway = await startTestGateway({ env: { REDIS_URL: redis.url, RATE_LIMIT: 'on' } });
    await gateway.setOption(
      'RateLimits',
      JSON.stringify([{ per: 'key', match: ['*'], requests: 1000, concurrent: 1 }]),
    );
    await gateway.channel({ base_url: simulator.url });
    person = await gateway.user({ quota: 1_000_000, name: 'frozen' });
    secret = (await gateway.token(person, { unlimited_quota: true })).secret;
  });
  afterAll(async () => {
    redis.resume();
    await gateway.close();
    await simulator.close();
    await redis.stop();
  });

  const callModel = () =>
    fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: MODEL, ...simulatorScript({}) }),
    }).then(async (response) => {
      await response.text();
      return response.status;
    });
  const isUp = () => gateway.app.domain.redis?.isUp;

  test('console, login and model calls continue, and it is used again once it resumes', async () => {
    expect(await callModel()).toBe(200);
    redis.freeze();
    const startedAt = performance.now();
    expect((await gateway.visitor.call('GET', '/api/status')).body.success).toBe(true);
    expect((await gateway.login('frozen', 'password1')).id).toBe(person.id);
    expect((await person.call('GET', '/api/log/self')).body.success).toBe(true);
    expect(await callModel()).toBe(200);
    await gateway.setOption('SystemName', 'Frozen');
    const notice = await fetch(`${gateway.url}/api/user/epay/notify?trade_no=1`);
    await notice.text();
    expect(notice.status).toBeLessThan(500);
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
    expect(isUp()).toBe(false);
    redis.resume();
    await expect.poll(isUp).toBe(true);
    // No concurrency slot leaked: the key may run one call at a time.
    await expect.poll(callModel).toBe(200);
    await expect.poll(callModel).toBe(200);
  });
});
