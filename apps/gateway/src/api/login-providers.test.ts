import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import {
  type LoginProviderSites,
  startLoginProviderSites,
} from '../../test-support/login-provider-sites.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { manualClock } from '../platform/clock.ts';

describe.each(databaseKinds)('logins at other sites on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let sites: LoginProviderSites;
  let gateway: TestGateway;
  let codes = 0;
  beforeAll(async () => {
    sites = await startLoginProviderSites();
    const env = { GITHUB_URL: sites.url, GITHUB_API_URL: sites.url, LINUXDO_URL: sites.url };
    gateway = await startTestGateway({ kind, clock, env });
    await gateway.setOptions({
      GitHubOAuthEnabled: 'true',
      GitHubClientId: 'gh-id',
      GitHubClientSecret: 'gh-secret',
      LinuxDOOAuthEnabled: 'true',
      LinuxDOClientId: 'ld-id',
      LinuxDOClientSecret: 'ld-secret',
      WeChatAuthEnabled: 'true',
      WeChatServerAddress: sites.url,
      WeChatServerToken: 'wechat-token',
      TelegramOAuthEnabled: 'true',
      TelegramBotName: 'bot',
      TelegramBotToken: 'bot-token',
    });
  });
  afterAll(async () => {
    await gateway.close();
    await sites.close();
  });

  const begin = async (client: Client = gateway.visitor, aff = '') => {
    const { body, headers } = await client.call('GET', `/api/oauth/state?aff=${aff}`);
    const set = headers.get('set-cookie') ?? '';
    expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Strict;/);
    const cookie = set.split(';')[0] ?? '';
    return { state: String(body.data), cookie };
  };
  const codeOf = (member: Record<string, unknown>) => {
    const code = `code${(codes += 1)}`;
    sites.codes.set(code, member);
    return code;
  };
  const back = async (
    provider: string,
    { code, state, cookie }: { code: string; state: string; cookie: string },
    client: Client = gateway.visitor,
  ) =>
    client.call('GET', `/api/oauth/${provider}?code=${code}&state=${state}`, undefined, { cookie });
  const enter = async (member: Record<string, unknown>, client?: Client, aff?: string) =>
    (await back('github', { code: codeOf(member), ...(await begin(client, aff)) }, client)).body;

  test('a member of GitHub gets an account, and the same one again under a new name', async () => {
    const first = await enter({ id: 1, login: 'octocat', name: 'Octo Cat' });
    expect(first).toMatchObject({
      success: true,
      data: {
        username: 'github_octoc',
        display_name: 'Octo Cat',
        github_id: '1',
        role: 1,
        token: expect.any(String),
      },
    });
    const again = await enter({ id: 1, login: 'renamed' });
    expect(again.data).toMatchObject({ id: first.data.id, username: 'github_octoc' });
    expect((await enter({ id: 2, login: 'octocat' })).data.username).toBe('github_2');
    const sent = JSON.parse(sites.exchanges[0]?.body ?? '{}') as object;
    expect(sent).toMatchObject({ client_id: 'gh-id', client_secret: 'gh-secret' });
  });

  test('a member of LinuxDO gets an account; silenced and inactive ones do not', async () => {
    const come = async (member: object) =>
      (await back('linuxdo', { code: codeOf({ ...member }), ...(await begin()) })).body;
    expect(await come({ id: 7, username: 'neo', active: true, silenced: false })).toMatchObject({
      success: true,
      data: { username: 'linuxdo_neo', linux_do_id: '7' },
    });
    expect(sites.exchanges.at(-1)?.authorization).toBe(
      `Basic ${Buffer.from('ld-id:ld-secret').toString('base64')}`,
    );
    for (const bad of [{ silenced: true }, { active: false }])
      expect((await come({ id: 8, username: 'smith', ...bad })).code).toBe('oauth_failed');
  });

  test('a state is good once, for ten minutes, and in the browser that began', async () => {
    const refused = { status: 403, body: { code: 'oauth_state_invalid' } };
    const member = { id: 20, login: 'one' };
    const [first, other] = [await begin(), await begin()];
    expect(first.state).not.toBe(other.state);
    const foreign = { state: first.state, cookie: other.cookie, code: codeOf(member) };
    expect(await back('github', foreign)).toMatchObject(refused);
    expect(await back('github', { ...first, code: codeOf(member) })).toMatchObject(refused);
    expect((await back('github', { ...other, code: codeOf(member) })).body.success).toBe(true);
    expect(await back('github', { ...other, code: codeOf(member) })).toMatchObject(refused);
    const late = await begin();
    clock.advance(600_000);
    expect(await back('github', { ...late, code: codeOf(member) })).toMatchObject(refused);
    const made = { state: 'made-up', cookie: 'oauth_state=made-up', code: codeOf(member) };
    expect(await back('github', made)).toMatchObject(refused);
  });

  test('who is signed in binds, with the message bind; another’s account is refused', async () => {
    const [user, thief] = [await gateway.user(), await gateway.user()];
    expect(await enter({ id: 30, login: 'mine' }, user)).toMatchObject({
      success: true,
      message: 'bind',
      data: null,
    });
    expect((await user.call('GET', '/api/user/self')).body.data.github_id).toBe('30');
    expect((await enter({ id: 30, login: 'mine' }, thief)).code).toBe('oauth_taken');
    expect((await enter({ id: 30, login: 'mine' })).data.id).toBe(user.id);
    const begun = await begin(user);
    const answer = await back('github', { ...begun, code: codeOf({ id: 31 }) }, thief);
    expect([answer.status, answer.body.code]).toEqual([403, 'oauth_state_invalid']);
  });

  test('the invitation of the beginning counts, with its rewards', async () => {
    const inviter = await gateway.user();
    const code = String((await inviter.call('GET', '/api/user/aff')).body.data);
    await gateway.setOption('QuotaForInvitee', '30');
    const { data } = await enter({ id: 40, login: 'guest' }, undefined, code);
    await gateway.setOption('QuotaForInvitee', '0');
    expect(data).toMatchObject({ inviter_id: inviter.id, quota: 30 });
  });

  test('disabled and deleted users are told so, and nobody new comes while registration is off', async () => {
    const member = { id: 50, login: 'fifty' };
    const first = await enter(member);
    await gateway.root.call('POST', '/api/user/manage', { id: first.data.id, action: 'disable' });
    expect((await enter(member)).code).toBe('user_disabled');
    await gateway.root.call('POST', '/api/user/manage', { id: first.data.id, action: 'delete' });
    expect((await enter(member)).code).toBe('user_disabled');
    await gateway.setOption('RegisterEnabled', 'false');
    expect((await enter({ id: 51, login: 'fiftyone' })).code).toBe('registration_disabled');
    await gateway.setOption('RegisterEnabled', 'true');
  });

  test('an account elsewhere brings the gifts of a new account once, and can be bound again after a deletion', async () => {
    await gateway.setOption('QuotaForNewUser', '100');
    const member = { id: 55, login: 'again' };
    const first = await enter(member);
    expect(first.data.quota).toBe(100);
    await gateway.root.call('POST', '/api/user/manage', { id: first.data.id, action: 'delete' });
    const owner = await gateway.user();
    expect((await enter(member, owner)).message).toBe('bind');
    // Bound to another one, the first is nobody's.
    expect((await enter({ id: 56, login: 'other' }, owner)).message).toBe('bind');
    expect((await enter(member)).data).toMatchObject({ github_id: '55', quota: 0 });
    await gateway.setOption('QuotaForNewUser', '0');
  });

  test('a wrong code, an unknown provider and a way that is off are refused', async () => {
    const begun = await begin();
    expect((await back('github', { ...begun, code: 'wrong' })).body.code).toBe('oauth_failed');
    expect((await back('nope', { ...begun, code: 'x' })).body.code).toBe('oauth_provider_unknown');
    await gateway.setOption('GitHubOAuthEnabled', 'false');
    expect((await enter({ id: 60, login: 'x' })).code).toBe('oauth_off');
    await gateway.setOption('GitHubOAuthEnabled', 'true');
  });

  test('a code of the WeChat account logs in and binds once', async () => {
    const come = async (code: string, client: Client = gateway.visitor) =>
      (await client.call('GET', `/api/oauth/wechat?code=${code}`)).body;
    sites.wechat.set('123456', 'openid-1');
    const made = await come('123456');
    expect(made).toMatchObject({ success: true, data: { wechat_id: 'openid-1' } });
    expect((await come('123456')).code).toBe('verification_code_wrong');
    const user = await gateway.user();
    sites.wechat.set('222222', 'openid-2');
    expect(await come('222222', user)).toMatchObject({ success: true, message: 'bind' });
    sites.wechat.set('333333', 'openid-2');
    expect((await come('333333')).data.id).toBe(user.id);
  });

  test('what Telegram signed logs in once, whatever language comes along', async () => {
    const fields = {
      auth_date: String(Math.floor(clock.nowMs() / 1000)),
      first_name: 'Ada',
      id: '987',
      username: 'ada',
    };
    const text = Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n');
    const key = createHash('sha256').update('bot-token').digest();
    const hash = createHmac('sha256', key).update(text).digest('hex');
    const come = async (change: object) => {
      const query = new URLSearchParams({ ...fields, hash, lang: 'zh', ...change });
      return (await gateway.visitor.call('GET', `/api/oauth/telegram/login?${query.toString()}`))
        .body;
    };
    expect((await come({ id: '988' })).code).toBe('oauth_failed');
    expect(await come({})).toMatchObject({
      success: true,
      data: { telegram_id: '987', display_name: 'Ada' },
    });
    expect((await come({})).code).toBe('oauth_state_invalid');
    expect((await come({ hash: hash.toUpperCase() })).code).toBe('oauth_state_invalid');
  });

  test('a site that does not answer as it should is told as such', async () => {
    const secret = { WeChatServerToken: 'wechat-token' };
    await gateway.setOptions({ WeChatServerAddress: `${sites.url}/elsewhere`, ...secret });
    const { body } = await gateway.visitor.call('GET', '/api/oauth/wechat?code=1');
    expect(body.code).toBe('oauth_site_unreachable');
    await gateway.setOptions({ WeChatServerAddress: sites.url, ...secret });
  });
});
