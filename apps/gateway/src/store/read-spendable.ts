import type { Db } from './schema.ts';

/** A user's balance, and the rest of their key's limit; undefined for a key without a limit. */
export interface Spendable {
  user: number;
  key: number | undefined;
}

/** Returns the most that anything could cost now, leases of all nodes included. */
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
