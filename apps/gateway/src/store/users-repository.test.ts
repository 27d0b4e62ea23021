import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../test-support/databases.ts';
import { startTestGateway, type TestGateway } from '../../test-support/test-gateway.ts';
import { findUserById, updateUserAsSeen } from './users-repository.ts';

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
});
