import type { Channel } from '@tollgate/contract';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readJson, runCli } from '../../../test-support/run-cli.ts';
import { startTestGateway, type TestGateway } from '../../../test-support/test-gateway.ts';

/** Returns an address where nothing listens. */
async function findClosedAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}

describe('tollgate channels', () => {
  let gateway: TestGateway;
  let env: Record<string, string>;
  let first: Channel;
  let second: Channel;
  beforeAll(async () => {
    gateway = await startTestGateway();
    const token = (await gateway.root.call('GET', '/api/user/token')).body.data as never;
    env = { TOLLGATE_SERVER: gateway.url, TOLLGATE_ACCESS_TOKEN: token, LANG: 'en_US.UTF-8' };
    first = await gateway.channel({ name: '主力渠道', tag: 'a' });
    // Stored before names with control characters were refused.
    await gateway.app.domain.store.db
      .updateTable('channels')
      .set({ name: '主力\u001b[31m渠道' })
      .where('id', '=', first.id)
      .execute();
    second = await gateway.channel({ name: 'spare', priority: 5, tag: 'b' });
  });
  afterAll(() => gateway.close());
  const run = (...args: string[]) => runCli(env, 'channels', ...args);
  const statusOf = async ({ id }: Channel) =>
    (await gateway.root.call('GET', `/api/channel/${id}`)).body.data.status;

  test('lists them aligned, without control characters, in the language of the terminal', async () => {
    const { code, said } = await run('list');
    expect(code).toBe(0);
    const [head, ...rows] = said.split('\n');
    expect(head).toMatch(/^ID {2}Name +Type +Status +Health +Group +Priority +Weight +Used$/);
    expect(rows[0]).toMatch(/spare +OpenAI +Enabled +\S.* default +5 +\d+ +\$0\.00$/);
    expect(rows[1]).toContain('主力 [31m渠道  OpenAI');
    const chinese = await runCli({ ...env, LC_ALL: 'zh_CN.UTF-8' }, 'channels', 'list');
    expect(chinese.said).toMatch(/^ID {2}名称 .* 已启用 /s);
  });

  test('filters, and says if there are more or none', async () => {
    const found = readJson<Channel[]>(await run('list', '--tag', 'a', '--json'));
    expect(found.map(({ id }) => id)).toEqual([first.id]);
    const cut = await run('list', '--limit', '1', '--json');
    expect(readJson<Channel[]>(cut)).toHaveLength(1);
    expect(cut.noted).toContain('--limit 0');
    expect(await run('list', '--search', 'nowhere')).toMatchObject({
      code: 0,
      said: '',
      noted: 'Nothing matches.',
    });
  });

  test('shows one with its health', async () => {
    const { said } = await run('show', String(second.id));
    expect(said).toMatch(/^Name +spare$/m);
    expect(said).toMatch(/^Used +\$0\.00 \(0\)$/m);
    expect(readJson(await run('show', String(second.id), '--json'))).toMatchObject({
      id: second.id,
      key: '',
      health: { state: 'closed' },
    });
  });

  test('adds one with the key from a file, and edits only the named fields', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-channels-'));
    const file = join(folder, 'key');
    writeFileSync(file, 'sk-one\nsk-two\n');
    const words = ['--name', 'new', '--models', 'm-1,m-2', '--provider', 'deepseek'];
    const made = await run('add', ...words, '--key-file', file, '--priority', '3', '--json');
    rmSync(folder, { recursive: true });
    const [one, two] = readJson<Channel[]>(made);
    expect([one, two]).toMatchObject(
      Array.from({ length: 2 }, () => ({ type: 43, models: 'm-1,m-2', priority: 3 })),
    );
    const edited = await run('edit', String(one?.id), '--weight', '7', '--group', 'vip');
    expect(edited).toMatchObject({ code: 0, said: `Channel ${one?.id} changed` });
    const shown = readJson<Channel>(await run('show', String(one?.id), '--json'));
    expect(shown).toMatchObject({ weight: 7, group: 'vip', priority: 3, models: 'm-1,m-2' });
    expect(await run('edit', String(one?.id))).toMatchObject({ code: 2 });
    const unknown = await run('add', '--name', 'x', '--models', 'm', '--provider', 'nobody');
    expect([unknown.code, unknown.noted]).toEqual([2, expect.stringContaining('DeepSeek')]);
    expect((await run('add', '--name', 'x', '--models', 'm', '--key-file', file)).code).toBe(2);
    const ids = [one, two].map((channel) => String(channel?.id));
    expect((await run('delete', ...ids, '--yes')).code).toBe(0);
  });

  test('disables and enables several, all or nothing', async () => {
    const ids = [first, second].map(({ id }) => String(id));
    expect(await run('disable', ...ids)).toMatchObject({ code: 0, said: 'Disabled: 2' });
    expect([await statusOf(first), await statusOf(second)]).toEqual([2, 2]);
    const refused = await run('enable', ...ids, '99999');
    expect(refused).toMatchObject({ code: 1, said: '' });
    expect(refused.noted).toMatch(/^99999: .* \(channel_not_found\)$/);
    expect([await statusOf(first), await statusOf(second)]).toEqual([2, 2]);
    expect((await run('enable', ...ids)).code).toBe(0);
    expect([await statusOf(first), await statusOf(second)]).toEqual([1, 1]);
  });

  test.each([
    ['no action', [], 'Usage: tollgate channels ACTION'],
    ['an unknown action', ['stop'], 'has no action "stop"'],
    ['no id', ['enable'], 'Usage: tollgate channels enable ID...'],
    ['what is no id', ['show', '1x'], '"1x" is not an ID'],
    ['an unknown status', ['list', '--status', 'on'], 'enabled, disabled, auto-disabled'],
    ['a token as an argument', ['list', '--token', 'x'], 'Unknown option'],
    ['what is no address', ['list', '--server', 'gate'], 'Not a gateway address: gate'],
    [
      'a file without a token',
      ['list', '--token-file', '/dev/null'],
      'must contain an access token',
    ],
  ])('%s is wrong usage', async (_what, args, text) => {
    const { code, noted, said } = await run(...args);
    expect([code, said]).toEqual([2, '']);
    expect(noted).toContain(text);
  });

  test('a refusal exits with 1 and advice, an unreachable gateway with 3', async () => {
    const stranger = await runCli({ ...env, TOLLGATE_ACCESS_TOKEN: 'x' }, 'channels', 'list');
    expect(stranger).toMatchObject({ code: 1, said: '' });
    expect(stranger.noted).toMatch(/not_signed_in.*\n.*TOLLGATE_ACCESS_TOKEN/);
    const address = await findClosedAddress();
    const away = await run('list', '--server', address);
    expect(away).toMatchObject({ code: 3, said: '' });
    expect(away.noted).toContain(`${address} cannot be reached (ECONNREFUSED)`);
  });

  test('shows help in both languages without a gateway', async () => {
    const help = await runCli({ LANG: 'C' }, 'channels', 'list', '--help');
    expect(help).toMatchObject({ code: 0, noted: '' });
    expect(help.said).toMatch(/^Usage: tollgate channels list .*\n {2}List channels\.\n/);
    expect(help.said).toContain('--token-file FILE');
    expect((await runCli({ LANG: 'zh_CN' }, 'channels', '--help')).said).toContain('列出渠道');
  });
});
