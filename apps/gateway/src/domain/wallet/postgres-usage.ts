import { type Insertable, sql, type Transaction as KyselyTransaction } from 'kysely';
import type { Database } from '../../store/schema.ts';
import type { UsageLogRow, UsageRecord, UsageSums } from './usage-record.ts';

export type Transaction = KyselyTransaction<Database>;

/** Inserts usage rows; PostgreSQL takes at most 65,535 parameters a statement. */
export async function insertLogRows(trx: Transaction, rows: UsageLogRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1000) {
    await trx
      .insertInto('logs')
      .values(rows.slice(start, start + 1000))
      .execute();
  }
}

export async function insertLedger(
  trx: Transaction,
  rows: Insertable<Database['ledger']>[],
): Promise<void> {
  if (rows.length > 0) await trx.insertInto('ledger').values(rows).execute();
}

/** The house pays what balances could not: credits it, holds it for this node, and books it. */
export async function bookLosses(
  trx: Transaction,
  nodeId: string,
  records: UsageRecord[],
): Promise<void> {
  for (const { row, loss } of records) {
    if (loss === 0) continue;
    const user = await trx
      .updateTable('users')
      .set({ quota: sql`quota + ${loss}`, held: sql`held + ${loss}` })
      .where('id', '=', row.user_id)
      .returning('quota')
      .executeTakeFirst();
    await trx
      .insertInto('leases')
      .values({
        node_id: nodeId,
        owner_kind: 'user',
        owner_id: row.user_id,
        amount: loss,
        expires_at: row.created_at + 600,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['node_id', 'owner_kind', 'owner_id'])
          .doUpdateSet({ amount: sql`leases.amount + excluded.amount` }),
      )
      .execute();
    await insertLedger(trx, [
      {
        user_id: row.user_id,
        created_at: row.created_at,
        kind: 'loss',
        amount: loss,
        balance_after: user?.quota ?? 0,
        idempotency_key: `loss:${row.request_id}`,
        actor_id: 0,
        reason: 'the call cost more than the balance',
        reference: row.request_id,
      },
    ]);
  }
}

interface ApplyInput {
  sums: UsageSums;
  nodeId: string;
  at: number;
  range: string;
}

/** Moves summed usage into the stored balances, leases, ledger and roll-ups. Owners in id order, so that nodes can't deadlock. */
export async function applySums(
  trx: Transaction,
  { sums, nodeId, at, range }: ApplyInput,
): Promise<void> {
  for (const [id, { quota, count }] of byId(sums.users)) {
    const user = await trx
      .updateTable('users')
      .set({
        quota: sql`quota - ${quota}`,
        held: sql`held - ${quota}`,
        used_quota: sql`used_quota + ${quota}`,
        request_count: sql`request_count + ${count}`,
      })
      .where('id', '=', id)
      .returning('quota')
      .executeTakeFirst();
    if (quota === 0 || !user) continue;
    await reduceLease(trx, { nodeId, kind: 'user', ownerId: id, amount: quota });
    await insertLedger(trx, [
      {
        user_id: id,
        created_at: at,
        kind: 'usage',
        amount: -quota,
        balance_after: user.quota,
        idempotency_key: `usage:${nodeId}:${range}:${id}`,
        actor_id: 0,
        reason: '',
        reference: range,
      },
    ]);
  }
  for (const [id, { quota, paid, lastUsedAt }] of byId(sums.tokens)) {
    await trx
      .updateTable('tokens')
      .set({
        used_quota: sql`used_quota + ${quota}`,
        remain_quota: sql`greatest(0, remain_quota - ${paid})`,
        held: sql`greatest(0, held - ${paid})`,
        accessed_time: sql`greatest(accessed_time, ${lastUsedAt})`,
      })
      .where('id', '=', id)
      .execute();
    if (paid > 0) await reduceLease(trx, { nodeId, kind: 'token', ownerId: id, amount: paid });
  }
  for (const [id, quota] of byId(sums.channels)) {
    await trx
      .updateTable('channels')
      .set({ used_quota: sql`used_quota + ${quota}` })
      .where('id', '=', id)
      .execute();
  }
  await applyHours(trx, sums);
}

function byId<Value>(map: Map<number, Value>): [number, Value][] {
  return [...map].sort(([left], [right]) => left - right);
}

async function reduceLease(
  trx: Transaction,
  lease: { nodeId: string; kind: 'user' | 'token'; ownerId: number; amount: number },
): Promise<void> {
  await trx
    .updateTable('leases')
    .set({ amount: sql`amount - ${lease.amount}` })
    .where('node_id', '=', lease.nodeId)
    .where('owner_kind', '=', lease.kind)
    .where('owner_id', '=', lease.ownerId)
    .execute();
}

async function applyHours(trx: Transaction, sums: UsageSums): Promise<void> {
  const hours = [...sums.hours].sort(([left], [right]) => (left < right ? -1 : 1));
  for (const [, sum] of hours) {
    await trx
      .insertInto('usage_hourly')
      .values({
        hour: sum.hour,
        user_id: sum.userId,
        username: sum.username,
        model_name: sum.modelName,
        channel_id: sum.channelId,
        token_id: sum.tokenId,
        group: sum.group,
        request_count: sum.count,
        quota: sum.quota,
        prompt_tokens: sum.promptTokens,
        completion_tokens: sum.completionTokens,
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
}
