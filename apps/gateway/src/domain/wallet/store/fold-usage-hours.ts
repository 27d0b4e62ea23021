import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../store/open-store.ts';
import type { Db } from '../../../store/schema.ts';
import { startOfMonth } from '../../../store/log-months/month-tables.ts';

/** Number of users whose hour is folded in one transaction. */
const USERS_AT_ONCE = 20;
/** Counters have 32 bits. */
const COUNT_MAX = 2_147_483_647;
/** A folded row names no model, channel, key or group. */
const FOLDED = sql<boolean>`(model_name = '' AND channel_id = 0 AND token_id = 0 AND "group" = '')`;

/**
 * Folds hourly sums before a time (Unix seconds) into one row per user and month (UTC): each user's total
 * spending stays exact, as does what reconciliation compares. Returns how many hours of users it folded.
 */
export async function foldUsageHours(
  store: Pick<Store, 'kind' | 'reader' | 'transaction'>,
  { before, rest, signal }: { before: number; rest: () => Promise<unknown>; signal: AbortSignal },
): Promise<number> {
  let count = 0;
  let cursor = { hour: 0, userId: -1 };
  for (;;) {
    // Skips what was folded before, without blocking calls.
    const next = signal.aborted ? [] : await nextUsers(store.reader, cursor, before);
    const [hour, ids] = [next[0]?.hour, next.map(({ user_id: id }) => id)];
    if (hour === undefined) return count;
    const { kind } = store;
    await store.transaction((trx) => foldHour(trx, { kind, hour, userIds: ids }));
    count += ids.length;
    cursor = { hour, userId: ids.at(-1) ?? 0 };
    await rest();
  }
}

/** Finds the next users of one hour that has something to fold. */
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

/**
 * On PostgreSQL one statement removes the rows and sums what it removed, because calls of an imported log may
 * arrive concurrently. SQLite has a single writer.
 */
async function foldHour(
  trx: Db,
  { kind, hour, userIds }: { kind: Store['kind']; hour: number; userIds: readonly number[] },
): Promise<void> {
  const foldedRows = sql`FROM usage_hourly
    WHERE hour = ${hour} AND user_id IN (${sql.join([...userIds])}) AND NOT ${FOLDED}`;
  if (kind === 'postgres') {
    await sql`WITH gone AS (DELETE ${foldedRows} RETURNING *) ${addUp(hour, sql`FROM gone WHERE true`)}`.execute(
      trx,
    );
    return;
  }
  await addUp(hour, foldedRows).execute(trx);
  await sql`DELETE ${foldedRows}`.execute(trx);
}

const addUp = (hour: number, from: RawBuilder<unknown>) => sql`
  INSERT INTO usage_hourly (hour, user_id, username, model_name, channel_id, token_id, "group",
    request_count, quota, prompt_tokens, completion_tokens, unlogged_quota)
  SELECT CAST(${startOfMonth(hour)} AS bigint), user_id, max(username), '', 0, 0, '',
    CASE WHEN sum(request_count) > ${sql.lit(COUNT_MAX)} THEN ${sql.lit(COUNT_MAX)} ELSE sum(request_count) END,
    sum(quota), sum(prompt_tokens), sum(completion_tokens), sum(unlogged_quota)
  ${from} GROUP BY user_id
  ON CONFLICT (hour, user_id, model_name, channel_id, token_id, "group") DO UPDATE SET
    request_count = CASE WHEN usage_hourly.request_count > ${sql.lit(COUNT_MAX)} - excluded.request_count
      THEN ${sql.lit(COUNT_MAX)} ELSE usage_hourly.request_count + excluded.request_count END,
    quota = usage_hourly.quota + excluded.quota,
    prompt_tokens = usage_hourly.prompt_tokens + excluded.prompt_tokens,
    completion_tokens = usage_hourly.completion_tokens + excluded.completion_tokens,
    unlogged_quota = usage_hourly.unlogged_quota + excluded.unlogged_quota`;
