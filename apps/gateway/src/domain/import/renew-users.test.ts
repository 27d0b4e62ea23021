import { hashSync } from 'bcryptjs';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { FOREIGN_PASSWORD } from '../../../test-support/foreign-databases/foreign-rows.ts';
import {
  changeSource,
  createImportScene,
  importInto,
  subjectsOf,
  type Target,
} from '../../../test-support/import-scene.ts';
import { hashPassword } from '../../platform/passwords.ts';
import { updateUser } from '../../store/users-repository.ts';
import { passwordChanges } from '../accounts/password-changes.ts';
import { checkPassword } from '../logins/check-password.ts';
import { creditUser } from '../wallet/credit-user.ts';
import { reconcileLedger } from '../wallet/reconcile-ledger.ts';

const SIZE = { users: 30, channels: 60, logs: 10 };
const scene = createImportScene();
afterEach(scene.close);
afterAll(scene.remove);

const { openTarget } = scene;
const now = () => Math.floor(Date.now() / 1000);
const openSource = () => scene.writeSource('new-api', SIZE, []);

const userNamed = (target: Target, username: string) =>
  target.store.db
    .selectFrom('users')
    .selectAll()
    .where('username', '=', username)
    .executeTakeFirstOrThrow();

describe('an import that is run again after changes in the source', () => {
  const changes = [
    `UPDATE users SET quota = 111, used_quota = 4000 WHERE id = 2`,
    `UPDATE users SET quota = 5, status = 2 WHERE id = 10`,
    `UPDATE users SET quota = 12 WHERE id = 11`,
    `UPDATE tokens SET remain_quota = 77, status = 2 WHERE id = 2`,
    `DELETE FROM tokens WHERE id = 10`,
    `UPDATE redemptions SET status = 3 WHERE id = 1`,
    `INSERT INTO users (id, username, role, status, quota, aff_code) VALUES (900, 'late', 1, 1, 8, 'late')`,
  ];
  const statusOf = async (
    { store }: Target,
    table: 'tokens' | 'redemptions' | 'users',
    id: number,
  ) =>
    (
      await store.db
        .selectFrom(table)
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status;

  test('ignores them unless it is asked to refresh', async () => {
    const target = await openTarget();
    const place = openSource();
    await importInto(target, place);
    changeSource(place, changes);
    await importInto(target, place);
    expect((await userNamed(target, 'alice')).quota).toBe(123_456_789);
    expect((await userNamed(target, 'late')).quota).toBe(8);
    const dry = await importInto(target, place, { refresh: true, dryRun: true });
    expect((await userNamed(target, 'alice')).quota).toBe(123_456_789);
    const report = await importInto(target, place, { refresh: true });
    expect(report.counts.users).toMatchObject({ renewed: 3 });
    expect(dry.counts.users).toEqual(report.counts.users);
    expect(await userNamed(target, 'alice')).toMatchObject({ quota: 111, used_quota: 4000 });
    expect(await statusOf(target, 'users', 10)).toBe(2);
    expect(report.money).toMatchObject({ differences: 0, opened: report.money.balances });
    const key = await target.store.db
      .selectFrom('tokens')
      .selectAll()
      .where('id', '=', 2)
      .executeTakeFirstOrThrow();
    expect(key).toMatchObject({ remain_quota: 77, status: 2 });
    expect(await statusOf(target, 'tokens', 10)).toBe(2);
    expect(await statusOf(target, 'redemptions', 1)).toBe(3);
    expect(await reconcileLedger(target.store, now())).toEqual([]);
    const rows = await target.store.db
      .selectFrom('ledger')
      .selectAll()
      .where('user_id', '=', 2)
      .orderBy('id')
      .execute();
    expect(rows.map(({ amount }) => amount)).toEqual([123_456_789, 111 - 123_456_789]);
    expect((await importInto(target, place, { refresh: true })).counts.users.renewed).toBe(0);
  });

  test('takes over a password changed there, unless another was chosen here since, and counts every user that it renews', async () => {
    const target = await openTarget();
    const place = openSource();
    await importInto(target, place);
    const logIn = (name: string, password: string) => checkPassword(target, name, password);
    const alice = await logIn('alice', FOREIGN_PASSWORD);
    const chooser = await logIn('user10', FOREIGN_PASSWORD);
    expect(alice.password_hash).toMatch(/^\$argon2id/);
    const chosen = await hashPassword('chosen here');
    await updateUser(target.store.db, chooser.id, passwordChanges(chosen));
    const refresh = async (wish = {}) =>
      (await importInto(target, place, { refresh: true, ...wish })).counts.users.renewed;
    // A login replaces only the form of the hash.
    expect(await refresh()).toBe(0);
    expect((await userNamed(target, 'alice')).password_hash).toBe(alice.password_hash);

    const changed = hashSync('changed there', 4);
    changeSource(place, [
      `UPDATE users SET password = '${changed}' WHERE id IN (2, 10)`,
      'UPDATE users SET request_count = request_count + 1 WHERE id = 11',
      'UPDATE users SET status = 2 WHERE id = 12',
    ]);
    expect(await refresh({ dryRun: true })).toBe(3);
    expect(await refresh()).toBe(3);
    await logIn('alice', 'changed there');
    await logIn('user10', 'chosen here');
    await expect(logIn('user10', 'changed there')).rejects.toThrow();
    expect(await refresh()).toBe(0);
  });

  test('skips users whose balance has been used here, and reports them', async () => {
    const target = await openTarget();
    const place = openSource();
    await importInto(target, place);
    const { db } = target.store;
    await target.store.transaction((trx) =>
      creditUser(trx, {
        userId: 2,
        delta: 10,
        kind: 'adjustment',
        reason: '',
        actorId: 1,
        reference: '',
        idempotencyKey: 'a-gift',
        createdAt: now(),
      }),
    );
    await db.updateTable('users').set({ held: 1 }).where('id', '=', 10).execute();
    changeSource(place, changes);
    const report = await importInto(target, place, { refresh: true });
    expect((await userNamed(target, 'alice')).quota).toBe(123_456_799);
    expect((await userNamed(target, 'user10')).quota).not.toBe(5);
    expect((await userNamed(target, 'user11')).quota).toBe(12);
    expect(subjectsOf(report, 'user_not_renewed')).toEqual(['alice', 'user10']);
    expect(await statusOf(target, 'tokens', 10)).toBe(1);
    await db.updateTable('users').set({ held: 0 }).where('id', '=', 10).execute();
    expect(await reconcileLedger(target.store, now())).toEqual([]);
  });
});
