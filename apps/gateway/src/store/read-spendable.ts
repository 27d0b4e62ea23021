import type { Kysely } from 'kysely';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

/** What a user has, and what his key may still spend; undefined for a key without a limit. */
export interface Spendable {
  user: number;
  key: number | undefined;
}

/** The most that anything could cost for now, leases of all nodes included. */
export async function readSpendable(
  db: Db,
  userId: number,
  limitedApiKeyId: number | undefined,
): Promise<Spendable> {
  const user = await db
    .selectFrom('users')
    .select('quota')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (limitedApiKeyId === undefined) return { user: Number(user?.quota ?? 0), key: undefined };
  const key = await db
    .selectFrom('tokens')
    .select('remain_quota')
    .where('id', '=', limitedApiKeyId)
    .executeTakeFirst();
  return { user: Number(user?.quota ?? 0), key: Number(key?.remain_quota ?? 0) };
}
