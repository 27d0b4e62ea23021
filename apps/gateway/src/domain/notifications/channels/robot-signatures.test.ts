import { expect, test } from 'vitest';
import type { Outbound } from '../../../platform/outbound.ts';
import { bark } from './bark.ts';
import { dingtalk } from './dingtalk.ts';
import { discord } from './discord.ts';
import { feishu } from './feishu.ts';
import type { NotificationChannel } from './notification-channel.ts';
import { telegram } from './telegram.ts';
import { wecom } from './wecom.ts';

const AT = 1_760_000_000;
const message = {
  id: 'x',
  event: 'test',
  title: 't',
  body: 'b',
  params: {},
  happenedAt: AT,
  at: AT,
};

/** Records what a robot is sent: URLs and bodies. */
function listen() {
  const requests: { url: string; body: unknown }[] = [];
  const outbound = ((request: { url: string; body?: unknown }) => {
    requests.push({ url: request.url, body: JSON.parse(String(request.body)) });
    return Promise.resolve({ status: 200, headers: {}, text: '{"errcode":0,"code":0}' });
  }) as unknown as Outbound;
  return { sent: requests, outbound };
}

// Computed manually from the vendors' descriptions, not with the code here or in the simulator.
test('DingTalk receives the signature that its documentation specifies', async () => {
  const { sent: requests, outbound } = listen();
  const settings = {
    url: 'https://oapi.dingtalk.com/robot/send?access_token=T',
    secret: 'SECdemo000secret',
  };
  expect(await dingtalk.send(outbound, settings, message)).toMatchObject({ ok: true });
  const url = new URL(requests[0]?.url ?? '');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    access_token: 'T',
    timestamp: '1760000000000',
    sign: 'u1qHvscqM6U5UDXz35AgJgdlVLSNETI5R7zheJ1RBMc=',
  });
  expect(url.search).toContain('RBMc%3D');
});

test('Feishu receives the signature that its documentation specifies', async () => {
  const { sent: requests, outbound } = listen();
  const settings = {
    url: 'https://open.feishu.cn/open-apis/bot/v2/hook/x',
    secret: 'feishuDemoSecret',
  };
  expect(await feishu.send(outbound, settings, message)).toMatchObject({ ok: true });
  expect(requests[0]?.body).toMatchObject({
    timestamp: '1760000000',
    sign: '9RFT10Ul4QdG4qZbuGTKmMEhni3kDPQesw7pPzOYB9w=',
  });
});

test('Discord shows an address in a text as it is, and mentions nobody', async () => {
  const { sent: requests, outbound } = listen();
  const body = '[Renew](https://evil.test) @everyone';
  await discord.send(outbound, { url: 'https://a.test/' }, { ...message, body });
  expect(requests[0]?.body).toEqual({
    content: String.raw`t
\[Renew](https://evil.test) @everyone`,
    allowed_mentions: { parse: [] },
  });
});

/** Texts that grow when they are escaped, or are cut within a character. */
const LONG = [
  ['brackets', '['.repeat(2000)],
  ['emoji', `a${'😀'.repeat(3000)}`],
  ['Chinese', '渠道已停用'.repeat(1000)],
  ['quotes', '"\\'.repeat(2000)],
] as const;

test.each(LONG)('a long text of %s fits into what each service accepts', async (_what, body) => {
  const textOf = async (channel: NotificationChannel, settings: object) => {
    const { sent: requests, outbound } = listen();
    await channel.send(outbound, { url: 'https://robot.test/', ...settings }, { ...message, body });
    return JSON.stringify(requests[0]?.body);
  };
  const read = (text: string) => JSON.parse(text) as Record<string, unknown>;
  const { content } = read(await textOf(discord, {})) as { content: string };
  expect(content.length).toBeLessThanOrEqual(2000);
  const { text } = read(await textOf(telegram, { token: '1:a', chat_id: '1' })) as { text: string };
  expect(text.length).toBeLessThanOrEqual(4096);
  expect([content.isWellFormed(), text.isWellFormed()]).toEqual([true, true]);
  const robot = read(await textOf(wecom, {})) as { text: { content: string } };
  expect(Buffer.byteLength(robot.text.content)).toBeLessThanOrEqual(2048);
  expect(robot.text.content.isWellFormed()).toBe(true);
  // Apple's limit of a whole push, of which the service needs a part.
  const push = await textOf(bark, { device_key: 'd' });
  expect(Buffer.byteLength(push)).toBeLessThanOrEqual(3500);
  expect(read(push)).toMatchObject({ title: 't', device_key: 'd' });
});
