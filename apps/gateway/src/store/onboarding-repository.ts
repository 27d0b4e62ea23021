import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

const exists = (row: unknown) => row !== undefined;

/** Whether an account still has the password that the installation gave it. */
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

/** The channel that was there first. */
export function findFirstChannel(db: Db) {
  return db
    .selectFrom('channels')
    .select(['name', 'models'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a channel has answered, in its last test or in a call since. */
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

/** The channel whose test failed last; its cause as JSON. */
export function findFailedChannel(db: Db) {
  return db
    .selectFrom('channels')
    .select(['id', 'name', 'test_fault'])
    .where('test_fault', '<>', '')
    .orderBy('test_time', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The newest key of a user. */
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

/** Whether anyone's call has been answered and charged to an account. */
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
