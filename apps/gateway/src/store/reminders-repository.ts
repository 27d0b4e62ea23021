import { type Kysely, sql } from 'kysely';
import { USER_ENABLED } from '@tollgate/contract';
import type { Database } from './schema.ts';

type Db = Kysely<Database>;

export interface LowBalance {
  id: number;
  quota: number;
  /** The highest that the user is told at. */
  threshold: number;
}

/**
 * Users who can be told and whose balance is below their threshold (the given one where they set none),
 * who used something since an hour and were not told after `before`.
 */
export async function listLowBalances(
  db: Db,
  criteria: { threshold: number; sinceHour: number; before: number; limit: number },
): Promise<LowBalance[]> {
  const fallback = sql.lit(criteria.threshold);
  const own = sql<number>`coalesce((SELECT max(coalesce(wanted.threshold, ${fallback})) FROM notification_subscriptions AS wanted WHERE wanted.owner_id = users.id AND wanted.event = 'balance_low' AND wanted.enabled = 1), ${fallback})`;
  const rows = await db
    .selectFrom('users')
    .select(['users.id', 'users.quota', own.as('threshold')])
    .where('users.id', 'in', (query) =>
      query
        .selectFrom('usage_hourly')
        .select('usage_hourly.user_id')
        .where('usage_hourly.hour', '>=', criteria.sinceHour),
    )
    .where('users.quota', '<', own)
    .where('users.status', '=', USER_ENABLED)
    .where('users.deleted_at', 'is', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('users.email', 'is not', null),
        exists(
          selectFrom('notification_subscriptions')
            .select('notification_subscriptions.target_id')
            .whereRef('notification_subscriptions.owner_id', '=', 'users.id')
            .where('notification_subscriptions.event', '=', 'balance_low')
            .where('notification_subscriptions.enabled', '=', 1),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_quiet')
            .select('notification_quiet.told_at')
            .whereRef('notification_quiet.owner_id', '=', 'users.id')
            .where('notification_quiet.event', '=', 'balance_low')
            .where('notification_quiet.told_at', '>', criteria.before),
        ),
      ),
    )
    .limit(criteria.limit)
    .execute();
  return rows.map((row) => ({ ...row, threshold: Number(row.threshold) }));
}

export interface NearlyUsedKey {
  id: number;
  user_id: number;
  name: string;
  remain_quota: number;
  used_quota: number;
}

/** Keys with a limit that were used lately, of owners who want to hear of it and were not told after `before`. */
export function listNearlyUsedKeys(
  db: Db,
  criteria: { since: number; before: number; limit: number },
): Promise<NearlyUsedKey[]> {
  return db
    .selectFrom('notification_subscriptions as wanted')
    .innerJoin('tokens', 'tokens.user_id', 'wanted.owner_id')
    .select([
      'tokens.id',
      'tokens.user_id',
      'tokens.name',
      'tokens.remain_quota',
      'tokens.used_quota',
    ])
    .distinct()
    .where('wanted.event', '=', 'key_limit_near')
    .where('wanted.enabled', '=', 1)
    .where('tokens.unlimited_quota', '=', 0)
    .where('tokens.deleted_at', 'is', null)
    .where('tokens.used_quota', '>', 0)
    .where('tokens.accessed_time', '>=', criteria.since)
    .where(
      sql<boolean>`tokens.remain_quota * 100 < (tokens.remain_quota + tokens.used_quota) * coalesce(wanted.threshold, 10)`,
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notification_quiet')
            .select('notification_quiet.told_at')
            .whereRef('notification_quiet.owner_id', '=', 'tokens.user_id')
            .where('notification_quiet.event', '=', 'key_limit_near')
            .where('notification_quiet.object', '=', sql<string>`cast(tokens.id as text)`)
            .where('notification_quiet.told_at', '>', criteria.before),
        ),
      ),
    )
    .limit(criteria.limit)
    .execute();
}
