import { changeLogTotals } from '../../store/log-totals-repository.ts';
import { callOf } from '../../store/log-totals.ts';
import { insertLog } from '../../store/logs-repository.ts';
import type { StoreTransaction as Transaction } from '../../store/open-store.ts';
import { addUsageStats } from '../../store/usage-stats-writer.ts';
import { changeBalance } from './store/change-balance.ts';
import { runShared } from './store/booking.ts';
import { addHourlyUsage, addToChannel, chargeApiKey, chargeUser } from './store/statements.ts';
import { changeApiKeyLimit } from './store/change-api-key-limit.ts';
import type { Hold } from './take-hold.ts';
import { addToTotals, emptyTotals, hourlyUsageOf, type UsageLogRow } from './usage-record.ts';

export interface SettledWork {
  /** Priced log rows; together at most the amount held. Their request id is the hold's reference. */
  rows: readonly UsageLogRow[];
  /** The number of calls they represent. */
  calls: number;
}

/**
 * Releases a hold and books what the work cost, inside the caller's transaction, which must ensure that this
 * happens once. Usage counters are updated here, because rows whose request id starts with `batch_` are not
 * part of the SQLite journal.
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
    await insertLog(trx, row);
    await runShared(trx, addHourlyUsage, hourlyUsageOf(row));
  }
  await changeLogTotals(
    trx,
    rows.map((row) => callOf(row, 1)),
  );
  const totals = emptyTotals();
  for (const row of rows) addToTotals(totals, { row, limited: false, logged: true });
  await addUsageStats(trx, totals.slices.values());
}

async function countUsed(
  trx: Transaction,
  { userId, apiKeyId, at }: Hold,
  { rows, calls, charge }: SettledWork & { charge: number },
): Promise<void> {
  const noDeduction = { taken: 0, fromLease: 0 };
  await runShared(trx, chargeUser, { ...noDeduction, id: userId, total: charge, count: calls });
  const last = { lastUsedAt: at, lastIp: '' };
  await runShared(trx, chargeApiKey, { ...noDeduction, id: apiKeyId, used: charge, ...last });
  await runShared(trx, addToChannel, { id: rows[0]?.channel_id ?? 0, quota: charge });
}
