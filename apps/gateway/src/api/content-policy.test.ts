import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

const scriptSources = async () => {
  const { headers } = await fetch(`${gateway.url}/login`);
  return /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? '';
};

test('the console may load the scripts of others only while what they are for is on', async () => {
  const hosts = {
    TurnstileCheckEnabled: 'challenges.cloudflare.com',
    TelegramOAuthEnabled: 'telegram.org',
  };
  expect(await scriptSources()).not.toContain('https:');
  for (const [option, host] of Object.entries(hosts)) {
    await gateway.setOption(option, 'true');
    expect((await scriptSources()).match(/https:\S+/g)).toEqual([`https://${host}`]);
    await gateway.setOption(option, 'false');
  }
  expect(await scriptSources()).not.toContain('https:');
});
