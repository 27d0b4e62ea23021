import type { ApiKeyRow } from '../../store/api-keys-repository.ts';
import { STATS_DAY } from '../../store/usage-stats.ts';
import { readUsageDays } from '../../store/usage-stats-repository.ts';
import type { Domain } from '../domain.ts';

const DAYS = 7;

/**
 * Reads the cost of keys on each of the last seven days (UTC), after refunds and with today last, by key id.
 */
export async function readKeyWeeks(
  { store, clock }: Pick<Domain, 'store' | 'clock'>,
  rows: readonly Pick<ApiKeyRow, 'id'>[],
): Promise<ReadonlyMap<number, number[]>> {
  const today = Math.floor(clock.nowMs() / 1000 / STATS_DAY) * STATS_DAY;
  const firstDay = today - (DAYS - 1) * STATS_DAY;
  const weeks = new Map(rows.map(({ id }) => [id, Array.from({ length: DAYS }, () => 0)]));
  const keys = rows.map(({ id }) => String(id));
  const days = await readUsageDays(store.reader, { scope: 'key', keys }, firstDay);
  for (const { key, start, quota, refunded } of days) {
    const week = weeks.get(Number(key));
    const day = (start - firstDay) / STATS_DAY;
    if (week && day < DAYS) week[day] = Math.max(0, quota - refunded);
  }
  return weeks;
}
