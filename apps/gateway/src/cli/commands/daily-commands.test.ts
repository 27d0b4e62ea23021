import type { LogEntry, ManagedKey, Redemption, Token, User } from '@tollgate/contract';
import { startOpenAiSimulator } from '@tollgate/simulators';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { databaseKinds } from '../../../test-support/databases.ts';
import { insertSampleLog } from '../../../test-support/insert-sample-log.ts';
import { readJson, runCli } from '../../../test-support/run-cli.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../../test-support/test-gateway.ts';
import { runCommand } from '../run-command.ts';

describe.each(databaseKinds)('the daily commands on %s', (kind) => {
  let gateway: TestGateway;
  let env: Record<string, string>;
  let alice: Client;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
    const token = (await gateway.root.call('GET', '/api/user/token')).body.data as never;
    env = { TOLLGATE_SERVER: gateway.url, TOLLGATE_ACCESS_TOKEN: token };
    alice = await gateway.user({ name: 'alice', quota: 1000 });
  });
  afterAll(() => gateway.close());
  const run = (...args: string[]) => runCli(env, ...args);
  const json = async <Value>(...args: string[]) => readJson<Value>(await run(...args, '--json'));
  const balance = async () => (await json<User>('users', 'show', 'alice')).quota;

  test('dollars and units are added to and subtracted from a balance exactly', async () => {
    const before = await balance();
    const added = await run('users', 'add-quota', 'alice', '--usd', '5.000002', '--reason', 'gift');
    const said = `alice: changed by $5.000002 (2500001), balance $5.002002 (${before + 2_500_001})`;
    expect(added).toMatchObject({ code: 0, said });
    await run('users', 'add-quota', String(alice.id), '--quota=-2500001');
    expect(await balance()).toBe(before);
  });

  test.each([
    ['keys', 'create', '--name=k', '--usd', ''],
    ['keys', 'create', '--name=k', '--usd=1', '--expires='],
    ['keys', 'create', '--name=k', '--model='],
    ['users', 'add-quota', 'alice', '--quota=7', '--idempotency-key='],
    ['users', 'add-quota', 'alice', '--quota=7', '--server='],
  ])(
    '%s %s with an empty value, as of a script’s unset variable, changes nothing',
    async (...args) => {
      const before = await balance();
      const keys = (await json<Token[]>('keys', 'list')).length;
      const { code, noted } = await run(...args);
      expect([code, noted.split('\n')[0]]).toEqual([
        2,
        expect.stringMatching(/^--[a-z-]+ needs a value\.$/),
      ]);
      expect([await balance(), (await json<Token[]>('keys', 'list')).length]).toEqual([
        before,
        keys,
      ]);
    },
  );

  test.each([
    ['2020-01-01', '--expires must be in the future, not "2020-01-01".'],
    ['0d', '--expires must be in the future, not "0d".'],
    ['2999-02-30', '--expires takes 30m, 2h, 7d or a date, not "2999-02-30".'],
  ])('no key is created that expires at %s, as nobody could use it', async (time, noted) => {
    const keys = (await json<Token[]>('keys', 'list')).length;
    expect(await run('keys', 'create', '--name', 'k', '--expires', time)).toMatchObject({
      code: 2,
      said: '',
      noted,
    });
    expect(await json<Token[]>('keys', 'list')).toHaveLength(keys);
  });

  test('digits are an ID, never a username, which the help and the error say', async () => {
    const named = await Promise.all(
      ['987654', '007', '0', String(alice.id)].map((name) => gateway.user({ name })),
    );
    for (const name of ['987654', '007', '0']) {
      const { code, noted } = await run('users', 'add-quota', name, '--quota=5');
      expect([code, noted]).toEqual([1, expect.stringContaining('Digits alone are always an ID')]);
    }
    expect((await json<User>('users', 'show', String(alice.id))).username).toBe('alice');
    const balances = named.map(async ({ id }) => {
      const { quota } = await json<User>('users', 'show', String(id));
      return quota;
    });
    expect(await Promise.all(balances)).toEqual([0, 0, 0, 0]);
    for (const action of ['show', 'enable', 'disable', 'add-quota'])
      expect((await run('users', action, '--help')).said).toContain(
        'digits alone are always an ID',
      );
  });

  test('an amount under the same key is booked once', async () => {
    const before = await balance();
    const args = ['alice', '--quota', '7', '--idempotency-key', 'gift-2026-11'];
    for (let time = 0; time < 2; time += 1)
      expect((await run('users', 'add-quota', ...args)).code).toBe(0);
    expect(await balance()).toBe(before + 7);
  });

  test('if the gateway goes down during a booking, the error contains the key to repeat it with', async () => {
    const proxy = createServer((request, response) => {
      if (request.method !== 'GET') return response.destroy();
      const { authorization = '' } = request.headers;
      return void fetch(gateway.url + (request.url ?? ''), { headers: { authorization } })
        .then((answer) => answer.text())
        .then((text) => response.end(text));
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const server = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const args = ['users', 'add-quota', 'alice', '--quota', '7', '--server', server];
    const { code, noted } = await run(...args, '--idempotency-key', 'again-123');
    proxy.closeAllConnections();
    proxy.close();
    expect(code).toBe(3);
    expect(noted).toContain('--idempotency-key again-123');
  });

  test.each([
    ['no amount', []],
    ['two amounts', ['--usd', '1', '--quota', '1']],
    ['a unit and a half', ['--usd', '0.000003']],
    ['what is no number', ['--usd', '1e9']],
    ['nothing', ['--quota', '0']],
    ['more than a number can hold', ['--quota', '9007199254740993']],
  ])('%s is refused as an amount', async (_what, args) => {
    const before = await balance();
    expect((await run('users', 'add-quota', 'alice', ...args)).code).toBe(2);
    expect(await balance()).toBe(before);
  });

  test('more than the balance can’t be subtracted', async () => {
    const { code } = await run('users', 'add-quota', 'alice', '--usd=-1000');
    expect(code).toBe(1);
  });

  test('users are found by their exact name, disabled and enabled', async () => {
    await gateway.user({ name: 'alice2' });
    expect(await json<User>('users', 'show', 'alice')).toMatchObject({ id: alice.id });
    expect(await run('users', 'show', 'alic')).toMatchObject({ code: 1 });
    expect((await run('users', 'disable', 'alice', 'alice2')).said).toBe('Disabled: 2');
    const disabled = await json<User[]>('users', 'list', '--status', 'disabled');
    expect(disabled.map(({ username }) => username).toSorted()).toEqual(['alice', 'alice2']);
    expect((await run('users', 'enable', 'alice', 'alice2')).code).toBe(0);
    const root = await run('users', 'disable', 'root');
    expect([root.code, root.said]).toEqual([1, '']);
    expect((await run('users', 'list')).said).toMatch(/root +Super admin +Active .*\$/);
  });

  test('a user is created in a group, with a password that is printed once and works', async () => {
    const { code, said, noted } = await run('users', 'create', 'carol', '--group', 'vip');
    expect([code, noted]).toEqual([0, expect.stringMatching(/^User carol created with ID \d+\.$/)]);
    expect(said).toMatch(/^[\w-]{16}$/);
    expect((await gateway.login('carol', said)).id).toBeGreaterThan(0);
    expect(await json<User>('users', 'show', 'carol')).toMatchObject({ group: 'vip', role: 1 });
    expect((await run('users', 'create', 'carol')).code).toBe(1);
  });

  test('no user is created for a group that does not exist, and one whose group fails later is reported', async () => {
    const unknown = await run('users', 'create', 'dave', '--group', 'default,nowhere');
    expect(unknown).toMatchObject({ code: 2, said: '' });
    expect(unknown.noted).toContain('nowhere');
    expect((await run('users', 'show', 'dave')).code).toBe(1);
    const { changes } = gateway.app.domain;
    const { commit } = changes;
    onTestFinished(() => void Object.assign(changes, { commit }));
    Object.assign(changes, { commit: () => Promise.reject(new Error('the disk is full')) });
    const failed = await run('users', 'create', 'dave', '--group', 'vip');
    Object.assign(changes, { commit });
    expect(failed).toMatchObject({ code: 1, said: expect.stringMatching(/^[\w-]{16}$/) as string });
    expect(failed.noted).toMatch(/^User dave created with ID \d+\./);
    expect((await gateway.login('dave', failed.said)).id).toBeGreaterThan(0);
  });

  test('a key is printed once, then masked, disabled and deleted', async () => {
    const made = await run('keys', 'create', '--name', 'ci', '--usd', '2', '--expires', '30d');
    expect(made.said).toMatch(/^sk-\w{48}$/);
    const [key] = await json<Token[]>('keys', 'list', '--search', 'ci');
    expect(key).toMatchObject({ name: 'ci', remain_quota: 1_000_000, unlimited_quota: false });
    expect(key?.key).toBe(`…${made.said.slice(-4)}`);
    const [whole] = await json<Token[]>('keys', 'list', '--reveal');
    expect(`sk-${whole?.key}`).toBe(made.said);
    const id = String(key?.id);
    const switched = await run('keys', 'disable', '999999', id);
    expect(switched).toMatchObject({ code: 1, said: `Key ${id} disabled` });
    expect(switched.noted).toContain('999999: ');
    expect((await json<Token[]>('keys', 'list'))[0]).toMatchObject({ status: 2 });
    expect((await run('keys', 'delete', id)).code).toBe(2);
    expect((await run('keys', 'delete', id, '--yes')).code).toBe(0);
    expect(await json<Token[]>('keys', 'list')).toEqual([]);
  });

  test("other users' keys are listed without the secret", async () => {
    const { secret } = await gateway.token(await gateway.user({ name: 'bob' }));
    const [key] = await json<ManagedKey[]>('keys', 'list', '--user', 'bob');
    expect(key).toMatchObject({ tail: secret.slice(-4) });
    expect((await run('keys', 'list', '--user', 'bob', '--reveal')).code).toBe(2);
  });

  test('codes are created once per key, and listed masked', async () => {
    const args = ['codes', 'create', '--usd', '1', '--count', '3', '--idempotency-key', 'codes-01'];
    const { said } = await run(...args);
    const made = said.split('\n');
    expect(made).toHaveLength(3);
    expect((await run(...args)).said).toBe(said);
    const listed = await json<Redemption[]>('codes', 'list', '--status', 'unused');
    expect(listed.map(({ key }) => key).toSorted()).toEqual(
      made.map((code) => `…${code.slice(-4)}`).toSorted(),
    );
    expect((await run('codes', 'list', '--reveal')).said).toContain(made[0]);
    const [one, two] = listed.map(({ id }) => String(id));
    expect((await run('codes', 'disable', one ?? '', two ?? '')).said).toBe('Disabled: 2');
    expect(await json<Redemption[]>('codes', 'list', '--status', 'disabled')).toHaveLength(2);
    expect((await run('codes', 'enable', one ?? '')).said).toBe('Enabled: 1');
    const gone = await run('codes', 'delete', one ?? '', '999999', '--yes');
    expect([gone.code, gone.said]).toEqual([1, 'Deleted: 1']);
    expect(gone.noted).toContain('999999: ');
    expect((await run('codes', 'delete', two ?? '')).code).toBe(2);
    expect((await run('codes', 'create', '--usd', '1', '--count', 'x')).code).toBe(2);
  });

  test('the log is listed by filter, and followed from its latest rows', async () => {
    const write = (request_id: string) =>
      insertSampleLog(gateway, { ...alice, name: 'alice' }, { request_id, model_name: 'm-cli' });
    await write('first');
    await write('second');
    const rows = await json<LogEntry[]>('logs', 'list', '--model', 'm-cli', '--since', '1h');
    expect(rows.map(({ request_id }) => request_id)).toEqual(['second', 'first']);
    expect((await run('logs', 'list', '--since', 'lately')).code).toBe(2);
    expect((await run('logs', 'list', '--status', 'fine')).noted).toContain('refunded');

    const stop = new AbortController();
    const heard: string[] = [];
    const ended = runCommand(['logs', 'tail', '--model', 'm-cli', '--limit', '1', '--json'], {
      env,
      signal: stop.signal,
      printStatus: () => {},
      print: (line) => {
        heard.push((JSON.parse(line) as LogEntry).request_id);
        if (heard.length === 1) void write('third');
        else stop.abort();
      },
    });
    expect(await ended).toBe(0);
    expect(heard).toEqual(['second', 'third']);
  });

  test('channels are tested, and deleted only with confirmation', async () => {
    const upstream = await startOpenAiSimulator();
    const good = await gateway.channel({ name: 'good', base_url: upstream.url });
    const bad = await gateway.channel({ name: 'bad', base_url: `${upstream.url}/nothing-here` });
    const ids = [good, bad].map(({ id }) => String(id));
    const tested = await run('channels', 'test', ...ids);
    await upstream.close();
    expect(tested.code).toBe(1);
    expect(tested.said).toMatch(new RegExp(`^${good.id}: passed \\(gpt-4o-mini, [\\d.]+ s\\)$`));
    expect(tested.noted).toContain(`${bad.id}: `);
    expect((await run('channels', 'delete', ...ids)).code).toBe(2);
    expect(await run('channels', 'delete', ...ids, '--yes')).toMatchObject({
      code: 0,
      said: 'Deleted: 2',
    });
    expect((await run('channels', 'show', ids[0] ?? '')).code).toBe(1);
  });

  test('the state of the gateway is shown', async () => {
    const { code, said } = await run('status');
    expect(code).toBe(0);
    expect(said).toMatch(/^Database +OK$/m);
    expect(await json('status')).toMatchObject({
      ok: true,
      attention: expect.any(Array) as object,
    });
  });
});
