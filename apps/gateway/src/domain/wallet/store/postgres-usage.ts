import { sql } from 'kysely';
import { addLogTotals } from '../../../store/log-totals-repository.ts';
import type { StoreTransaction as Transaction } from '../../../store/open-store.ts';
import type { AppliedShare } from '../backend.ts';
import type { LeaseKey } from './postgres-leases.ts';
import { splitCharge } from '../split-charge.ts';
import { writeOffEntry, usageEntry, type UsageEntryInput } from '../ledger-entries.ts';
import { loggedCalls, type UsageLogRow, type UsageTotals } from '../usage-record.ts';

/** Inserts usage rows; PostgreSQL takes at most 65,535 parameters a statement. */
export async function insertLogRows(trx: Transaction, rows: UsageLogRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += 1000) {
    await trx
      .insertInto('logs')
      .values(rows.slice(start, start + 1000))
      .execute();
  }
}

export interface ApplyInput {
  sums: UsageTotals;
  nodeId: string;
  at: number;
  range: string;
}

/**
 * Moves summed usage into the stored balances, leases, ledger and roll-ups, and answers what paid
 * for it. Owners in id order, so that nodes can't deadlock.
 */
export async function applySums(trx: Transaction, input: ApplyInput): Promise<AppliedShare[]> {
  const shares: AppliedShare[] = [];
  const { users, tokens, channels } = input.sums;
  for (const [id, sum] of byId(users)) shares.push(await applyUser(trx, input, id, sum));
  for (const [id, sum] of byId(tokens)) shares.push(await applyToken(trx, input, id, sum));
  for (const [id, quota] of byId(channels)) {
    await trx
      .updateTable('channels')
      .set({ used_quota: sql`used_quota + ${quota}` })
      .where('id', '=', id)
      .execute();
  }
  await applyHours(trx, input.sums);
  await addLogTotals(trx, loggedCalls(input.sums));
  return shares;
}

function byId<Value>(map: Map<number, Value>): [number, Value][] {
  return [...map].sort(([left], [right]) => left - right);
}

async function applyUser(
  trx: Transaction,
  { nodeId, at, range }: ApplyInput,
  id: number,
  { quota: total, count }: { quota: number; count: number },
): Promise<AppliedShare> {
  const before = await trx
    .selectFrom('users')
    .select(['quota', 'held'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return { kind: 'user', ownerId: id, amount: total, fromLease: 0 };
  const key: LeaseKey = { nodeId, kind: 'user', ownerId: id };
  const lease = await readLease(trx, key);
  const { fromLease, fromFree, writeOff: loss } = splitCharge({ total, lease, ...before });
  await trx
    .updateTable('users')
    .set({
      quota: sql`quota - ${fromLease + fromFree}`,
      held: sql`held - ${fromLease}`,
      used_quota: sql`used_quota + ${total}`,
      request_count: sql`request_count + ${count}`,
    })
    .where('id', '=', id)
    .execute();
  await reduceLease(trx, key, fromLease);
  const entry: UsageEntryInput = {
    userId: id,
    quota: before.quota,
    total,
    writeOff: loss,
    nodeId,
    at,
    range,
  };
  const entries = [
    ...(loss > 0 ? [writeOffEntry(entry)] : []),
    ...(total > 0 ? [usageEntry(entry)] : []),
  ];
  if (entries.length > 0) await trx.insertInto('ledger').values(entries).execute();
  return { kind: 'user', ownerId: id, amount: total, fromLease, writeOff: loss };
}

/** A key's limit is no money: what it can't pay is let go. */
async function applyToken(
  trx: Transaction,
  { nodeId }: ApplyInput,
  id: number,
  { quota, paid, lastUsedAt }: { quota: number; paid: number; lastUsedAt: number },
): Promise<AppliedShare> {
  const before = await trx
    .selectFrom('tokens')
    .select(['remain_quota as quota', 'held'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before) return { kind: 'token', ownerId: id, amount: paid, fromLease: 0 };
  const key: LeaseKey = { nodeId, kind: 'token', ownerId: id };
  const lease = paid > 0 ? await readLease(trx, key) : 0;
  const { fromLease, fromFree } = splitCharge({ total: paid, lease, ...before });
  await trx
    .updateTable('tokens')
    .set({
      used_quota: sql`used_quota + ${quota}`,
      remain_quota: sql`remain_quota - ${fromLease + fromFree}`,
      held: sql`held - ${fromLease}`,
      accessed_time: sql`greatest(accessed_time, ${lastUsedAt})`,
    })
    .where('id', '=', id)
    .execute();
  await reduceLease(trx, key, fromLease);
  return { kind: 'token', ownerId: id, amount: paid, fromLease };
}

async function readLease(trx: Transaction, { nodeId, kind, ownerId }: LeaseKey): Promise<number> {
  const row = await trx
    .selectFrom('leases')
    .select('amount')
    .where('node_id', '=', nodeId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

async function reduceLease(
  trx: Transaction,
  { nodeId, kind, ownerId }: LeaseKey,
  amount: number,
): Promise<void> {
  if (amount === 0) return;
  await trx
    .updateTable('leases')
    .set({ amount: sql`amount - ${amount}` })
    .where('node_id', '=', nodeId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .execute();
}

async function applyHours(trx: Transaction, sums: UsageTotals): Promise<void> {
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
        token_id: sum.apiKeyId,
        group: sum.group,
        request_count: sum.count,
        quota: sum.quota,
        prompt_tokens: sum.promptTokens,
        completion_tokens: sum.completionTokens,
        unlogged_quota: sum.unloggedQuota,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['hour', 'user_id', 'model_name', 'channel_id', 'token_id', 'group'])
          .doUpdateSet({
            request_count: sql`usage_hourly.request_count + excluded.request_count`,
            quota: sql`usage_hourly.quota + excluded.quota`,
            prompt_tokens: sql`usage_hourly.prompt_tokens + excluded.prompt_tokens`,
            completion_tokens: sql`usage_hourly.completion_tokens + excluded.completion_tokens`,
            unlogged_quota: sql`usage_hourly.unlogged_quota + excluded.unlogged_quota`,
          }),
      )
      .execute();
  }
}
