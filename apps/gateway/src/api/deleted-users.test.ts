import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { placeOrder } from '../../test-support/money/rebate-scene.ts';
import { sampleLogRow } from '../../test-support/insert-sample-log.ts';
import {
  type Client,
  startTestGateway,
  type TestGateway,
} from '../../test-support/test-gateway.ts';
import { eraseUsers } from '../domain/accounts/erase-users.ts';
import { manualClock, nowSeconds } from '../platform/clock.ts';
import { recordOrderEvent } from '../domain/payments/order-history.ts';
import { insertLog } from '../store/logs-repository.ts';
import { listOrderEvents } from '../store/order-events-repository.ts';
import { listRefunds } from '../store/refunds-repository.ts';
import { findUserById } from '../store/users-repository.ts';

const DAY_MS = 86_400_000;
let names = 0;

describe.each(databaseKinds)('deleted users on %s', (kind) => {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind, clock });
  });
  afterAll(() => gateway.close());

  const db = () => gateway.app.domain.store.db;
  const root: Client['call'] = (...call) => gateway.root.call(...call);
  /** Sessions last for 30 days; these tests cover more. */
  const pass = async (days: number) => {
    clock.advance(days * DAY_MS);
    await db()
      .updateTable('sessions')
      .set({ created_at: nowSeconds(clock), expires_at: nowSeconds(clock) + 86_400 })
      .where('user_id', '=', gateway.root.id)
      .execute();
  };
  const someone = async () => {
    names += 1;
    const name = `leaver${names}`;
    return { name, client: await gateway.user({ name, quota: 5000 }) };
  };
  const remove = async ({ id }: Client) =>
    expect((await root('POST', '/api/user/manage', { id, action: 'delete' })).body.success).toBe(
      true,
    );
  const restore = async ({ id }: Client) => (await root('POST', `/api/user/${id}/restore`)).body;
  const register = async (username: string) =>
    (await root('POST', '/api/user/', { username, password: 'password1' })).body;
  const erase = (signal = new AbortController().signal, rest = async () => {}) =>
    eraseUsers(gateway.app.domain, { signal, rest });
  const addRows = async (client: Client, name: string, count: number) => {
    for (let n = 0; n < count; n += 1)
      await insertLog(
        db(),
        sampleLogRow(nowSeconds(clock), { ...client, name }, { request_id: `${client.id}-${n}` }),
      );
  };
  const namedRows = async (username: string) =>
    (await db().selectFrom('logs').select('id').where('username', '=', username).execute()).length;

  test('deleted users are listed if requested, and are restored with name, balance and password', async () => {
    const { name, client } = await someone();
    await remove(client);
    const { body } = await root('GET', '/api/user/search?deleted=1&page_size=100');
    const { items } = body.data as unknown as { items: { id: number; DeletedAt: number | null }[] };
    expect(items.map(({ id }) => id)).toContain(client.id);
    expect(items.every(({ DeletedAt }) => DeletedAt !== null)).toBe(true);
    expect((await restore(client)).data).toMatchObject({ username: name, quota: 5000 });
    expect((await gateway.login(name, 'password1')).id).toBe(client.id);
  });

  test('keys are restored disabled, and earlier sessions stay ended', async () => {
    const { name, client } = await someone();
    await gateway.token(client, { name: 'forgotten' });
    await remove(client);
    await restore(client);
    expect((await client.call('GET', '/api/user/self')).status).toBe(401);
    const again = await gateway.login(name, 'password1');
    const { data } = (await again.call('GET', '/api/token/')).body;
    expect(data).toMatchObject({ items: [{ name: 'forgotten', status: 2 }] });
  });

  test("a deleted user's name is taken for 30 days and then free, when the user can’t be restored any more", async () => {
    const { name, client } = await someone();
    await remove(client);
    await pass(29);
    await erase();
    expect((await register(name)).code).toBe('username_taken');
    await pass(1);
    expect((await restore(client)).code).toBe('restore_too_late');
    await erase();
    expect((await register(name)).success).toBe(true);
    expect((await restore(client)).success).toBe(false);
  });

  test('a user whom a node with a slower clock restores meanwhile keeps everything', async () => {
    const [leaver, returner] = [await someone(), await someone()];
    await gateway.token(returner.client, { name: 'kept' });
    for (const { client } of [leaver, returner]) await remove(client);
    await pass(31);
    let restored: unknown;
    await erase(undefined, async () => {
      if (restored !== undefined) return;
      clock.advance(-2 * DAY_MS);
      restored = (await restore(returner.client)).success;
      clock.advance(2 * DAY_MS);
    });
    expect(restored).toBe(true);
    expect(await findUserById(db(), leaver.client.id)).toMatchObject({ display_name: '' });
    const again = await gateway.login(returner.name, 'password1');
    const { data } = (await again.call('GET', '/api/token/')).body;
    expect(data).toMatchObject({ items: [{ name: 'kept' }] });
  });

  test('a user whom erasing has reached can’t be restored any more, by whatever clock', async () => {
    const { client } = await someone();
    await addRows(client, 'late', 501);
    await remove(client);
    await pass(31);
    const stop = new AbortController();
    await erase(stop.signal, async () => stop.abort());
    clock.advance(-2 * DAY_MS);
    expect((await restore(client)).code).toBe('restore_too_late');
    clock.advance(2 * DAY_MS);
    await erase();
  });

  test('afterwards nothing identifies the user, while ledger and log keep their figures', async () => {
    const { name, client } = await someone();
    const { id } = client;
    await gateway.token(client, { name: 'k' });
    await addRows(client, name, 3);
    await gateway.login(name, 'password1');
    await root('PUT', `/api/user/${id}/remark`, { remark: 'met in May', before: '' });
    const ledger = () => db().selectFrom('ledger').selectAll().where('user_id', '=', id).execute();
    const before = await ledger();
    await remove(client);
    await pass(31);
    await erase();
    expect(await ledger()).toEqual(before);
    const user = await db().selectFrom('users').selectAll().where('id', '=', id).execute();
    expect(user).toMatchObject([
      { display_name: '', email: null, password_hash: null, remark: '', quota: 5000 },
    ]);
    expect(JSON.stringify(user)).not.toContain(name);
    const rows = await db().selectFrom('logs').selectAll().where('user_id', '=', id).execute();
    expect(rows.length).toBeGreaterThanOrEqual(3);
    expect(rows.filter((row) => row.username === name || row.ip !== '')).toEqual([]);
    for (const table of ['sign_ins', 'sessions', 'user_identities', 'former_usernames'] as const)
      expect(
        await db().selectFrom(table).select('user_id').where('user_id', '=', id).execute(),
      ).toEqual([]);
  });

  test('histories of orders name nobody who is gone: neither their buyer, under any name, nor who handled those of others', async () => {
    const { name, client } = await someone();
    const { domain } = gateway.app;
    const other = await gateway.user();
    const details = async (orderId: number) =>
      (await listOrderEvents(db(), orderId)).map((event) => JSON.parse(event.details) as object);
    const orders = [
      await placeOrder(domain, client.id, 100),
      await placeOrder(domain, other.id, 100),
    ];
    const note = (orderId: number, at: number, actor: string) =>
      recordOrderEvent(db(), orderId, { kind: 'query', at, outcome: 'waiting', actor });
    for (const { id } of orders) await note(id, 1, name);
    for (const { id } of orders) await note(id, 2, 'somebody else');
    const renamed = `${name}new`;
    await root('PUT', '/api/user/', { id: client.id, username: renamed });
    await note(orders[0]?.id ?? 0, 3, renamed);
    await note(orders[1]?.id ?? 0, 3, renamed);
    await db().updateTable('users').set({ role: 10 }).where('id', '=', client.id).execute();
    await db()
      .insertInto('refunds')
      .values({
        order_id: orders[1]?.id ?? 0,
        number: 'R',
        request_id: 'r',
        state: 'succeeded',
        by: 'hand',
        cents: 1,
        quota: 1,
        took_quota: 0,
        reason: '',
        actor: renamed,
        created_at: 1,
        settled_at: 1,
        next_check_at: null,
      })
      .execute();
    await remove(client);
    await pass(31);
    await erase();
    const gone = { outcome: 'waiting', actor: `deleted@${client.id}` };
    const theirs = { outcome: 'waiting', actor: 'somebody else' };
    expect(await details(orders[0]?.id ?? 0)).toEqual([gone, theirs, gone]);
    expect((await details(orders[1]?.id ?? 0)).slice(0, 2)).toEqual([gone, theirs]);
    const refunds = await listRefunds(db(), orders[1]?.id ?? 0);
    expect(refunds.map(({ actor }) => actor)).toEqual([gone.actor]);
  });

  test('one who cannot be erased, as an imported user has the name in between, keeps no other from it', async () => {
    const [stuck, next] = [await someone(), await someone()];
    const taken = await gateway.user();
    const name = `deleted@${stuck.client.id}`;
    const rename = (username: string) =>
      db()
        .updateTable('users')
        .set({ username, username_lower: username })
        .where('id', '=', taken.id)
        .execute();
    await rename(name);
    for (const { client } of [stuck, next]) await remove(client);
    await pass(31);
    await expect(erase()).rejects.toThrow(/unique/i);
    const erased = async ({ client }: typeof next) =>
      (await findUserById(db(), client.id))?.erased_at !== null;
    expect([await erased(stuck), await erased(next)]).toEqual([false, true]);
    await rename(`other${taken.id}`);
    await erase();
    expect(await erased(stuck)).toBe(true);
  });

  test('an interrupted run resumes where something is left', async () => {
    const { name, client } = await someone();
    await addRows(client, name, 1200);
    await remove(client);
    await pass(31);
    const cut = new AbortController();
    await erase(cut.signal, async () => cut.abort());
    const left = await namedRows(name);
    expect([left > 0, left < 1200]).toEqual([true, true]);
    expect(await erase()).toBeGreaterThanOrEqual(1);
    expect(await namedRows(name)).toBe(0);
    expect(await erase()).toBe(0);
  });

  test('administrators restore only users below them, and never a user who is not deleted', async () => {
    const { client } = await someone();
    expect((await restore(client)).code).toBe('user_not_found');
    const peer = await gateway.user({ role: 10 });
    await remove(peer);
    const admin = await gateway.user({ role: 10 });
    const answer = await admin.call('POST', `/api/user/${peer.id}/restore`);
    expect(answer.body.code).toBe('cannot_update_same_or_higher');
    expect((await client.call('POST', `/api/user/${peer.id}/restore`)).status).toBe(403);
  });

  test('administrators and the owner see keys with expiry, last use and address, administrators never the key itself', async () => {
    const { client } = await someone();
    const { secret, id } = await gateway.token(client, { name: 'mine' });
    const { wallet } = gateway.app.domain;
    const call = (ip: string, at: number) =>
      wallet.settle(wallet.reserveNothing({ userId: client.id, limitedApiKeyId: undefined }), {
        row: sampleLogRow(
          at,
          { ...client, name: 'any' },
          { token_id: id, ip, request_id: ip, quota: 0 },
        ),
        logged: true,
      });
    const now = nowSeconds(clock);
    await Promise.all([call('203.0.113.20', now), call('203.0.113.21', now - 60)]);
    const { body } = await root('GET', `/api/user/${client.id}/tokens`);
    expect(body.data).toMatchObject({
      items: [
        { name: 'mine', tail: secret.slice(-4), accessed_time: now, accessed_ip: '203.0.113.20' },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(secret.slice(3, 20));
    expect((await client.call('GET', '/api/token/')).body.data).toMatchObject({
      items: [{ name: 'mine', accessed_time: now, accessed_ip: '203.0.113.20' }],
    });
  });

  test('only administrators see a note, and a newer one is never overwritten', async () => {
    const { client } = await someone();
    const path = `/api/user/${client.id}/remark`;
    expect((await root('PUT', path, { remark: 'first', before: '' })).body.success).toBe(true);
    expect((await root('PUT', path, { remark: 'second', before: '' })).body.code).toBe(
      'user_changed',
    );
    expect((await root('GET', path)).body.data).toEqual({ remark: 'first' });
    expect((await client.call('GET', path)).status).toBe(403);
    expect(JSON.stringify((await client.call('GET', '/api/user/self')).body)).not.toContain(
      'first',
    );
  });
});
