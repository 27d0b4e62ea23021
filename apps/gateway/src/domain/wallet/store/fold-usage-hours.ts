import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../store/open-store.ts';
import type { Database } from '../../../store/schema.ts';
import { startOfMonth } from '../../../store/log-months/month-tables.ts';

type Db = Kysely<Database>;

/** Users whose hour is folded in one transaction. */
const USERS_AT_ONCE = 20;
/** Counters have 32 bits. */
const COUNT_MAX = 2_147_483_647;
/** What an hour was folded into names no model, channel, key or group. */
const FOLDED = sql<boolean>`(model_name = '' AND channel_id = 0 AND token_id = 0 AND "group" = '')`;

/**
 * Folds hourly sums of before a time (seconds) into one row a user and month (UTC): what each user spent in all
 * stays, to the unit, and so does what reconciliation compares. Answers how many rows it folded.
 */
export async function foldUsageHours(
  store: Pick<Store, 'db' | 'transaction'>,
  { before, rest, signal }: { before: number; rest: () => Promise<unknown>; signal: AbortSignal },
): Promise<number> {
  let count = 0;
  let place = { hour: 0, userId: -1 };
  for (;;) {
    const next = signal.aborted ? [] : await nextUsers(store.db, place, before);
    const [hour, ids] = [next[0]?.hour, next.map(({ user_id: id }) => id)];
    if (hour === undefined) return count;
    count += await store.transaction((trx) => foldHour(trx, hour, ids));
    place = { hour, userId: ids.at(-1) ?? 0 };
    await rest();
  }
}

/** The next users of one hour that has something to fold. */
async function nextUsers(
  db: Db,
  { hour, userId }: { hour: number; userId: number },
  before: number,
): Promise<{ hour: number; user_id: number }[]> {
  const first = await db
    .selectFrom('usage_hourly')
    .select('hour')
    .where('hour', '<', before)
    .where(sql<boolean>`(hour, user_id) > (${hour}, ${userId})`)
    .where(sql<boolean>`NOT ${FOLDED}`)
    .orderBy('hour')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();
  if (!first) return [];
  const rows = await db
    .selectFrom('usage_hourly')
    .select(['hour', 'user_id'])
    .distinct()
    .where('hour', '=', first.hour)
    .where('user_id', '>', Number(first.hour) === hour ? userId : -1)
    .where(sql<boolean>`NOT ${FOLDED}`)
    .orderBy('user_id')
    .limit(USERS_AT_ONCE)
    .execute();
  return rows.map((row) => ({ hour: Number(row.hour), user_id: Number(row.user_id) }));
}

async function foldHour(trx: Db, hour: number, userIds: readonly number[]): Promise<number> {
  const ids = sql.join([...userIds]);
  await sql`
    INSERT INTO usage_hourly (hour, user_id, username, model_name, channel_id, token_id, "group",
      request_count, quota, prompt_tokens, completion_tokens, unlogged_quota)
    SELECT CAST(${startOfMonth(hour)} AS bigint), user_id, max(username), '', 0, 0, '',
      CASE WHEN sum(request_count) > ${sql.lit(COUNT_MAX)} THEN ${sql.lit(COUNT_MAX)} ELSE sum(request_count) END,
      sum(quota), sum(prompt_tokens), sum(completion_tokens), sum(unlogged_quota)
    FROM usage_hourly WHERE hour = ${hour} AND user_id IN (${ids}) AND NOT ${FOLDED}
    GROUP BY user_id
    ON CONFLICT (hour, user_id, model_name, channel_id, token_id, "group") DO UPDATE SET
      request_count = CASE WHEN usage_hourly.request_count > ${sql.lit(COUNT_MAX)} - excluded.request_count
        THEN ${sql.lit(COUNT_MAX)} ELSE usage_hourly.request_count + excluded.request_count END,
      quota = usage_hourly.quota + excluded.quota,
      prompt_tokens = usage_hourly.prompt_tokens + excluded.prompt_tokens,
      completion_tokens = usage_hourly.completion_tokens + excluded.completion_tokens,
      unlogged_quota = usage_hourly.unlogged_quota + excluded.unlogged_quota`.execute(trx);
  const { numAffectedRows } = await sql`
    DELETE FROM usage_hourly WHERE hour = ${hour} AND user_id IN (${ids}) AND NOT ${FOLDED}`.execute(
    trx,
  );
  return Number(numAffectedRows ?? 0);
}
