import { sql } from 'kysely';
import { changeLogTotals } from '../../store/log-totals-repository.ts';
import { callOf } from '../../store/log-totals.ts';
import type { StoreTransaction as Transaction } from '../../store/open-store.ts';
import { changeBalance } from './store/change-balance.ts';
import { changeApiKeyLimit } from './store/change-api-key-limit.ts';
import type { Hold } from './take-hold.ts';
import type { UsageLogRow } from './usage-record.ts';

export interface SettledWork {
  /** Rows of the log, already priced; together at most what is held. Their request id is the hold's reference. */
  rows: readonly UsageLogRow[];
  /** How many calls they stand for. */
  calls: number;
}

/**
 * Gives a hold back and books what the work cost, inside the caller's transaction, which must see to
 * it that this happens once. Everything that counts usage is written here and now: rows whose
 * request id begins with `batch_` are no part of the SQLite journal.
 */
export async function settleHold(
  trx: Transaction,
  hold: Hold,
  { rows, calls }: SettledWork,
): Promise<void> {
  const { userId, apiKeyId, apiKeyLimited, amount, reference, at } = hold;
  const charge = rows.reduce((sum, { quota }) => sum + quota, 0);
  if (charge > amount) throw new Error(`${reference} may not cost more than is held for it`);
  const change = (delta: number, kind: 'hold' | 'usage', name: string) =>
    changeBalance(trx, {
      userId,
      delta,
      kind,
      reason: kind === 'hold' ? 'a batch ended' : '',
      actorId: 0,
      reference,
      idempotencyKey: `${name}:${reference}`,
      createdAt: at,
    });
  if (amount > 0) await change(amount, 'hold', 'release');
  if (charge > 0) await change(-charge, 'usage', 'usage');
  if (apiKeyLimited && amount > 0) await changeApiKeyLimit(trx, apiKeyId, amount - charge);
  if (calls === 0) return;
  await countUsed(trx, hold, { rows, calls, charge });
  for (const row of rows) {
    await trx.insertInto('logs').values(row).execute();
    await addToHour(trx, row);
  }
  await changeLogTotals(
    trx,
    rows.map((row) => callOf(row, 1)),
  );
}

async function countUsed(
  trx: Transaction,
  { userId, apiKeyId, at }: Hold,
  { rows, calls, charge }: SettledWork & { charge: number },
): Promise<void> {
  await trx
    .updateTable('users')
    .set({
      used_quota: sql`used_quota + ${charge}`,
      request_count: sql`request_count + ${calls}`,
    })
    .where('id', '=', userId)
    .execute();
  await trx
    .updateTable('tokens')
    .set({ used_quota: sql`used_quota + ${charge}`, accessed_time: at })
    .where('id', '=', apiKeyId)
    .execute();
  await trx
    .updateTable('channels')
    .set({ used_quota: sql`used_quota + ${charge}` })
    .where('id', '=', rows[0]?.channel_id ?? 0)
    .execute();
}

async function addToHour(trx: Transaction, row: UsageLogRow): Promise<void> {
  await trx
    .insertInto('usage_hourly')
    .values({
      hour: row.created_at - (row.created_at % 3600),
      user_id: row.user_id,
      username: row.username,
      model_name: row.model_name,
      channel_id: row.channel_id,
      token_id: row.token_id,
      group: row.group,
      request_count: 1,
      quota: row.quota,
      prompt_tokens: row.prompt_tokens,
      completion_tokens: row.completion_tokens,
      unlogged_quota: 0,
    })
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
