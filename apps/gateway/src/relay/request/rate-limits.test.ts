import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type RelayScene,
  startRelayScene,
  simulatorScript,
} from '../../../test-support/relay-scene.ts';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.channel('up');
});
afterAll(() => scene.close());
beforeEach(() => scene.clock.advance(180_000));

const setRules = (rules: unknown) => scene.gateway.setOption('RateLimits', JSON.stringify(rules));

test('a call over the limit gets an error in its dialect with the time to wait, and costs nothing', async () => {
  await setRules([{ per: 'user', requests: 1 }]);
  expect((await scene.chat()).status).toBe(200);
  const refused = await scene.chat();
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(JSON.parse(refused.text)).toMatchObject({
    error: { type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  });
  scene.clock.advance(180_000);
  expect((await scene.chat()).status).toBe(200);
});

test('tokens count as they were charged', async () => {
  await setRules([{ per: 'user', tokens: 1 }]);
  expect((await scene.chat()).status).toBe(200);
  await expect.poll(async () => (await scene.chat()).status).toBe(429);
});

test('a slot is released after a response, a failure and a refusal', async () => {
  await setRules([{ per: 'user', concurrent: 1 }]);
  for (const body of [{}, simulatorScript({ fault: 'status-500' }), { model: 'nobody-has-it' }, {}])
    await scene.chat(body);
  expect((await scene.chat()).status).toBe(200);
});

test('invalid rules are not stored', async () => {
  const { body } = await scene.gateway.root.call('PUT', '/api/option/', {
    key: 'RateLimits',
    value: '[{"per":"planet"}]',
  });
  expect([body.success, body.code]).toEqual([false, 'option_invalid_json']);
});
