import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { untilBlocked } from '../../test-support/until-blocked.ts';
import { findUserById, updateUser, updateUserAsSeen } from './users-repository.ts';
import type { Db } from './schema.ts';

describe.each(databaseKinds)("a change based on a user's previous state, on %s", (kind) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ kind });
  });
  afterAll(() => gateway.close());

  test.each([['role', 10] as const, ['status', 2] as const, ['deleted_at', 1] as const])(
    'is not made if somebody else has changed the %s meanwhile',
    async (column, value) => {
      const { db } = gateway.app.domain.store;
      const { id } = await gateway.user();
      const seen = { id, role: 1, status: 1 };
      expect(await updateUserAsSeen(db, seen, { display_name: 'first' })).toMatchObject({
        display_name: 'first',
      });
      await db
        .updateTable('users')
        .set({ [column]: value })
        .where('id', '=', id)
        .execute();
      expect(await updateUserAsSeen(db, seen, { display_name: 'late' })).toBeUndefined();
      expect(await findUserById(db, id)).toMatchObject({ display_name: 'first', [column]: value });
    },
  );

  test('a rename records the name given by the rename it waited for', async () => {
    const { store } = gateway.app.domain;
    const { id } = await gateway.user();
    const username = (await findUserById(store.db, id))?.username ?? '';
    const [middle, last] = [`${username}-2`, `${username}-3`];
    const renamed = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const rename = (trx: Db, to: string) =>
      updateUser(trx, id, { username: to, username_lower: to.toLowerCase() });
    const first = store.transaction(async (trx) => {
      await rename(trx, middle);
      renamed.resolve();
      await held.promise;
    });
    await renamed.promise;
    const second = store.transaction((trx) => rename(trx, last));
    await untilBlocked(store);
    held.resolve();
    await Promise.all([first, second]);
    const former = await store.db
      .selectFrom('former_usernames')
      .select('username')
      .where('user_id', '=', id)
      .execute();
    expect(former.map((one) => one.username).sort()).toEqual([username, middle].sort());
  });
});
