import { sql } from 'kysely';
import type { StoreTransaction } from '../../../store/open-store.ts';
import { changeEarnings } from './change-earnings.ts';
import { type HourlyUsage, loggedCalls, type UsageTotals } from '../usage-record.ts';
import { addUsageStats } from '../../../store/usage-stats-writer.ts';
import { changeLogTotals } from '../../../store/log-totals-repository.ts';

/** What a user brings from another gateway. In quota; only `delta` may be below 0. */
export interface OpeningBalance {
  userId: number;
  /** Added to the balance; below 0 only if an earlier balance is replaced. */
  delta: number;
  usedQuota: number;
  requestCount: number;
  /** Unused earnings from invitations. */
  earnings: number;
  /** Identifies the source and its row, which is booked once. */
  reference: string;
  reason: string;
}

/**
 * Opens the ledger of users imported from another gateway, with one row each, within the caller's
 * transaction. Throws if a balance would fall below what is held of it.
 */
export async function openImportedBalances(
  trx: StoreTransaction,
  openings: readonly OpeningBalance[],
  { at, actorId }: { at: number; actorId: number },
): Promise<void> {
  const entries: {
    user_id: number;
    amount: number;
    balance_after: number;
    reference: string;
    reason: string;
  }[] = [];
  for (const { userId, delta, usedQuota, requestCount, earnings, reference, reason } of openings) {
    const row = await trx
      .updateTable('users')
      .set({
        quota: sql`quota + ${delta}`,
        used_quota: sql`used_quota + ${usedQuota}`,
        imported_usage: sql`imported_usage + ${usedQuota}`,
        request_count: sql`request_count + ${requestCount}`,
      })
      .where('id', '=', userId)
      .where(sql<boolean>`quota + ${delta} >= held`)
      .returning('quota')
      .executeTakeFirst();
    if (!row) throw new Error(`The balance of user ${userId} is in use: try again without calls.`);
    if (earnings > 0)
      await changeEarnings(trx, {
        userId,
        amount: earnings,
        kind: 'opening',
        reference,
        idempotencyKey: reference,
        at,
      });
    entries.push({ user_id: userId, amount: delta, balance_after: row.quota, reference, reason });
  }
  if (entries.length === 0) return;
  await trx
    .insertInto('ledger')
    .values(
      entries.map((entry) => ({
        ...entry,
        created_at: at,
        kind: 'opening',
        idempotency_key: entry.reference,
        actor_id: actorId,
      })),
    )
    .execute();
}

/** Sets what keys and channels used elsewhere, within the transaction that inserts them. */
export async function openImportedUsage(
  trx: StoreTransaction,
  table: 'tokens' | 'channels',
  used: readonly { id: number; usedQuota: number }[],
): Promise<void> {
  for (const { id, usedQuota } of used)
    if (usedQuota > 0)
      await trx.updateTable(table).set({ used_quota: usedQuota }).where('id', '=', id).execute();
}

/** Adds what users paid in imported orders. Their balances already include it. */
export async function addImportedTopUps(
  trx: StoreTransaction,
  paid: ReadonlyMap<number, number>,
): Promise<void> {
  for (const [userId, quota] of paid)
    await trx
      .updateTable('users')
      .set({ total_topup: sql`total_topup + ${quota}` })
      .where('id', '=', userId)
      .execute();
}

/**
 * Adds the calls of an imported log to sums and statistics, within the transaction that inserts the rows.
 * Balances do not change: the calls were paid elsewhere.
 */
export async function addImportedCalls(trx: StoreTransaction, totals: UsageTotals): Promise<void> {
  await addHours(trx, joinHours(totals.hours.values()));
  await changeLogTotals(trx, loggedCalls(totals));
  await addUsageStats(trx, totals.slices.values());
  const logged = [...totals.users].filter(([, { quota }]) => quota > 0);
  if (logged.length === 0) return;
  const cases = logged.map(
    ([userId, { quota }]) => sql`WHEN ${userId} THEN CAST(${quota} AS bigint)`,
  );
  await trx
    .updateTable('users')
    .set({
      imported_logged: sql`imported_logged + CASE id ${sql.join(cases, sql` `)} ELSE 0 END`,
    })
    .where(
      'id',
      'in',
      logged.map(([userId]) => userId),
    )
    .execute();
}

const HOURS_AT_ONCE = 500;

/** Joins sums of one hour that differ only in the key's name. */
function joinHours(hours: Iterable<HourlyUsage>): HourlyUsage[] {
  const byHour = new Map<string, HourlyUsage>();
  for (const { ...sum } of hours) {
    const { hour, userId, modelName, channelId, apiKeyId, group } = sum;
    const key = JSON.stringify([hour, userId, modelName, channelId, apiKeyId, group]);
    const existing = byHour.get(key);
    if (existing) {
      existing.count += sum.count;
      existing.quota += sum.quota;
      existing.promptTokens += sum.promptTokens;
      existing.completionTokens += sum.completionTokens;
    } else byHour.set(key, sum);
  }
  return [...byHour.values()];
}

async function addHours(trx: StoreTransaction, hours: readonly HourlyUsage[]): Promise<void> {
  for (let start = 0; start < hours.length; start += HOURS_AT_ONCE)
    await trx
      .insertInto('usage_hourly')
      .values(
        hours.slice(start, start + HOURS_AT_ONCE).map((hour) => ({
          hour: hour.hour,
          user_id: hour.userId,
          username: hour.username,
          model_name: hour.modelName,
          channel_id: hour.channelId,
          token_id: hour.apiKeyId,
          group: hour.group,
          request_count: hour.count,
          quota: hour.quota,
          prompt_tokens: hour.promptTokens,
          completion_tokens: hour.completionTokens,
        })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['hour', 'user_id', 'model_name', 'channel_id', 'token_id', 'group'])
          .doUpdateSet({
            request_count: sql`usage_hourly.request_count + excluded.request_count`,
            quota: sql`usage_hourly.quota + excluded.quota`,
            prompt_tokens: sql`usage_hourly.prompt_tokens + excluded.prompt_tokens`,
            completion_tokens: sql`usage_hourly.completion_tokens + excluded.completion_tokens`,
          }),
      )
      .execute();
}
