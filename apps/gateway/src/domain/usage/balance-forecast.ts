import type { BalanceForecast } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { readBalanceHistory } from '../../store/balance-history-repository.ts';
import { QUARTER, STATS_DAY } from '../../store/usage-stats.ts';
import { readUsagePieces } from '../../store/usage-stats-repository.ts';
import { readUserBalance } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import { knownZone } from '../log/zoned-time.ts';
import { splitIntoIntervals } from './split-into-intervals.ts';

const PACE_DAYS = 7;
const DAYS_NEEDED = 3;
const HISTORY_DAYS = 22;

/**
 * Estimates how long a user's balance lasts at the pace of the last 7 days (168 hours). With calls on fewer
 * than 3 of those days there is no forecast: too little is known.
 */
export async function forecastBalance(
  { store, wallet, clock }: Pick<Domain, 'store' | 'wallet' | 'clock'>,
  userId: number,
  wantedZone: string,
): Promise<BalanceForecast> {
  await wallet.flush();
  const now = nowSeconds(clock);
  const zone = knownZone(wantedZone);
  const to = Math.ceil((now + 1) / QUARTER) * QUARTER;
  const paceEdges = Array.from(
    { length: PACE_DAYS + 1 },
    (_, day) => to - (PACE_DAYS - day) * STATS_DAY,
  );
  const allUsage = { scope: 'user', keys: [String(userId)] } as const;
  const ends = splitIntoIntervals({ from: to - HISTORY_DAYS * STATS_DAY, to }, 'day', zone).slice(
    1,
    -1,
  );
  const [account, days, past] = await Promise.all([
    readUserBalance(store.db, userId),
    readUsagePieces(store.reader, allUsage, paceEdges),
    readBalanceHistory(store.reader, userId, ends),
  ]);
  const balance = Number(account?.quota ?? 0);
  const active = days.filter(({ calls }) => calls > 0).length;
  const netSpend = days.reduce((sum, { quota, refunded }) => sum + quota - refunded, 0);
  const pace = active < DAYS_NEEDED ? null : Math.max(0, Math.round(netSpend / PACE_DAYS));
  const daysLeft = pace === null || pace === 0 ? null : balance / pace;
  return {
    balance,
    spend_per_day: pace,
    days_left: daysLeft === null ? null : Math.round(daysLeft * 10) / 10,
    empty_at: daysLeft === null ? null : Math.round(now + daysLeft * STATS_DAY),
    history: [...past, { at: now, balance }],
  };
}
