/** Periods of spending limits: days, weeks from Monday and months, in UTC. */
export const SPENDING_PERIODS = ['day', 'week', 'month'] as const;
export type SpendingPeriod = (typeof SPENDING_PERIODS)[number];

const DAY = 86_400;
/** 1970 began on a Thursday. */
const DAYS_FROM_MONDAY = 3;

/** The maximum quota that a key or a member of a team may spend in a period. */
export interface SpendingCap {
  /** Consists of owner and period. */
  readonly id: string;
  /** `key:<id>` or `member:<team>:<user>`. */
  readonly owner: string;
  readonly period: SpendingPeriod;
  /** Above 0. */
  readonly limit: number;
}

/** Returns the limits in an owner's row; 0 means none. */
export function capsOf(
  owner: string,
  row: Readonly<Record<`${SpendingPeriod}_quota`, number>>,
): SpendingCap[] {
  return SPENDING_PERIODS.flatMap((period) => {
    const limit = row[`${period}_quota`];
    return limit > 0 ? [{ id: `${owner}:${period}`, owner, period, limit }] : [];
  });
}

/** Returns when the period containing a time (milliseconds) began, in Unix seconds. */
export function periodStart(period: SpendingPeriod, nowMs: number): number {
  const day = Math.floor(nowMs / 1000 / DAY);
  if (period === 'day') return day * DAY;
  if (period === 'week') return (day - ((day + DAYS_FROM_MONDAY) % 7)) * DAY;
  const at = new Date(nowMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1) / 1000;
}

/** Returns when the period that began then ends, in Unix seconds. */
export function periodEnd(period: SpendingPeriod, start: number): number {
  if (period === 'day') return start + DAY;
  if (period === 'week') return start + 7 * DAY;
  const at = new Date(start * 1000);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) / 1000;
}
