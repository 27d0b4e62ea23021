import { BALANCE_CHANGE_KINDS, type BalanceChangeKind, type BalanceDay } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import {
  findFirstIds,
  readBalanceBefore,
  sumLedgerByQuarter,
} from '../../store/balance-history-repository.ts';
import type { Domain } from '../domain.ts';
import { zonedTime } from '../log/zoned-time.ts';
import { splitIntoIntervals } from '../usage/split-into-intervals.ts';

const DAY = 86_400;
/** No time zone is further from UTC. */
const OFFSET_MAX = 15 * 3600;

/**
 * Returns the changes of a user's balance per day of a month (such as 2026-11; empty for the current one) in
 * a time zone, by kind; newest day first, days without a change omitted.
 */
export async function readBalanceDays(
  { store, wallet, clock }: Pick<Domain, 'store' | 'wallet' | 'clock'>,
  userId: number,
  query: { month: string; timeZone: string },
) {
  await wallet.flush();
  const { zone, timeOf } = zonedTime(query.timeZone);
  const now = nowSeconds(clock);
  const month = query.month || timeOf(now).slice(0, 7);
  const edges = edgesOfMonth(month, zone, timeOf);
  const db = store.reader;
  const [from = 1, next = 1] = await findFirstIds(db, [edges[0] ?? 0, edges.at(-1) ?? 0]);
  // While a month has not ended, everything booked since it began belongs to it.
  const to = timeOf(now).startsWith(month) ? Number.MAX_SAFE_INTEGER : next;
  const before = await readBalanceBefore(db, userId, from);
  const sums = from === to ? [] : await sumLedgerByQuarter(db, userId, { from, to });
  const byDay = Map.groupBy(sums, ({ at }) => dayOf(edges, Number(at)));
  const items: BalanceDay[] = [];
  let balance = before ?? 0;
  for (const [day, start] of edges.slice(0, -1).entries()) {
    const changes = foldKinds(byDay.get(day) ?? []);
    if (changes.length === 0) continue;
    balance += changes.reduce((sum, { amount }) => sum + amount, 0);
    items.unshift({ start, balance_after: balance, changes });
  }
  return {
    month,
    time_zone: zone,
    opening: before ?? 0,
    has_earlier: before !== undefined,
    items,
  };
}

/** Returns where the days of a month begin in a time zone, and where the last one ends. Unix seconds. */
function edgesOfMonth(month: string, zone: string, timeOf: (seconds: number) => string): number[] {
  const first = Date.parse(`${month}-01T00:00:00Z`) / 1000;
  const around = { from: first - OFFSET_MAX - DAY, to: first + 32 * DAY + OFFSET_MAX };
  const edges = splitIntoIntervals(around, 'day', zone).slice(1, -1);
  const edgesWithin = edges.filter((edge) => timeOf(edge).startsWith(month));
  const end = edges.find((edge) => edge > (edgesWithin.at(-1) ?? 0));
  return end === undefined ? edgesWithin : [...edgesWithin, end];
}

/**
 * Returns the index of a time's day. Entries in the month's range that a node with a wrong clock dated
 * outside it go to the first or last day: no amount may be missing from the sums.
 */
function dayOf(edges: readonly number[], at: number): number {
  const day = edges.findLastIndex((edge) => edge <= at);
  return Math.min(Math.max(day, 0), edges.length - 2);
}

/** Sums amounts by kind; kinds of later versions are combined as `other`. */
function foldKinds(
  sums: readonly { kind: string; amount: number | string | bigint }[],
): BalanceDay['changes'] {
  const folded = new Map<BalanceChangeKind, number>();
  for (const { kind: booked, amount } of sums) {
    const kind = BALANCE_CHANGE_KINDS.find((known) => known === booked) ?? 'other';
    folded.set(kind, (folded.get(kind) ?? 0) + Number(amount));
  }
  return [...folded].map(([kind, amount]) => ({ kind, amount }));
}
