import { sql } from 'kysely';
import type { Db } from './schema.ts';

const counted = sql<number | string>`count(*)`.as('count');

/** Counts accounts, keys and channels by their `group` text; keys only for `groups`. */
export async function countGroupUses(db: Db, groups: readonly string[]) {
  const accounts = await db
    .selectFrom('users')
    .select(['group', 'kind', counted])
    .where('deleted_at', 'is', null)
    .groupBy(['group', 'kind'])
    .execute();
  const keys = await db
    .selectFrom('tokens')
    .select(['group', counted])
    .where('deleted_at', 'is', null)
    .where('group', 'in', [...groups])
    .groupBy('group')
    .execute();
  const channels = await db
    .selectFrom('channels')
    .select(['group', counted])
    .groupBy('group')
    .execute();
  return { accounts, keys, channels };
}
