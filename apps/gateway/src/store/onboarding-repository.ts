import type { Db } from './schema.ts';

const exists = (row: unknown) => row !== undefined;

/** Returns whether an account still has the password set by the installation. */
export async function hasFactoryPassword(db: Db): Promise<boolean> {
  return exists(
    await db
      .selectFrom('users')
      .select('id')
      .where('factory_password', '=', 1)
      .where('deleted_at', 'is', null)
      .limit(1)
      .executeTakeFirst(),
  );
}

/** Finds the oldest channel. */
export function findFirstChannel(db: Db) {
  return db
    .selectFrom('channels')
    .select(['name', 'models'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns whether a channel has responded, in its last test or in a call since. */
export async function hasWorkingChannel(db: Db): Promise<boolean> {
  return exists(
    await db
      .selectFrom('channels')
      .select('id')
      .where('test_fault', '=', '')
      .where('response_time', '>', 0)
      .limit(1)
      .executeTakeFirst(),
  );
}

/** Finds the channel whose test failed most recently; its cause is JSON. */
export function findFailedChannel(db: Db) {
  return db
    .selectFrom('channels')
    .select(['id', 'name', 'test_fault'])
    .where('test_fault', '<>', '')
    .orderBy('test_time', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Finds the newest key of a user. */
export function findApiKey(db: Db, userId: number) {
  return db
    .selectFrom('tokens')
    .select('name')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns whether any call has been answered and charged to an account. */
export async function hasSuccessfulCall(db: Db): Promise<boolean> {
  return exists(
    await db
      .selectFrom('users')
      .select('id')
      .where('request_count', '>', 0)
      .limit(1)
      .executeTakeFirst(),
  );
}
