import type { KeyPeriod } from '@tollgate/contract';
import type { ApiKeyRow } from '../../store/api-keys-repository.ts';
import { QUARTER } from '../../store/usage-stats.ts';
import { rankUsage } from '../../store/rank-usage.ts';
import type { Domain } from '../domain.ts';
import { periodEnd, periodStart, SPENDING_PERIODS } from '../wallet/spending-cap.ts';

/**
 * Reads how much keys have spent of their daily, weekly and monthly limits in the current periods, by key id.
 * Refunds don't reduce it, as they don't return to a limit. One query per period, however many keys there
 * are.
 */
export async function readKeyPeriods(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  rows: readonly ApiKeyRow[],
): Promise<ReadonlyMap<number, KeyPeriod[]>> {
  const periods = new Map<number, KeyPeriod[]>();
  const nowMs = clock.nowMs();
  const to = Math.ceil((nowMs / 1000 + 1) / QUARTER) * QUARTER;
  for (const period of SPENDING_PERIODS) {
    const limited = rows.filter((row) => row[`${period}_quota`] > 0);
    if (limited.length === 0) continue;
    const from = periodStart(period, nowMs);
    const counted = { scope: 'key' as const, keys: limited.map(({ id }) => String(id)) };
    const ranked = { range: { from, to }, by: 'quota' as const, limit: limited.length };
    const { rows: usageRows } = await rankUsage(store.reader, counted, ranked);
    const spentByKey = new Map(usageRows.map(({ key, quota }) => [key, quota]));
    for (const row of limited)
      periods.set(row.id, [
        ...(periods.get(row.id) ?? []),
        {
          period,
          limit: row[`${period}_quota`],
          spent: spentByKey.get(String(row.id)) ?? 0,
          ends_at: periodEnd(period, from),
        },
      ]);
  }
  return periods;
}
