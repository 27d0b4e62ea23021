import type { Token } from '@tollgate/contract';

/** One spending limit of a key: in total, or per day, week or month. */
export interface KeyLimit {
  kind: 'total' | 'day' | 'week' | 'month';
  /** Quota. */
  limit: number;
  used: number;
  /** Start of the next period in seconds; 0 if there is none. */
  endsAt: number;
}

/** From this share of its limit on, a key counts as nearly spent. */
const NEAR = 0.9;

export const limitShare = ({ used, limit }: KeyLimit): number => (limit === 0 ? 1 : used / limit);

export const limitLeft = ({ used, limit }: KeyLimit): number => Math.max(0, limit - used);

export function limitTone(limit: KeyLimit): 'good' | 'warn' | 'bad' {
  const share = limitShare(limit);
  return share >= 1 ? 'bad' : share >= NEAR ? 'warn' : 'good';
}

/** Returns the spending limits of a key, the nearest to its end first; empty if there are none. */
export function keyLimits({
  unlimited_quota: unlimited,
  used_quota: used,
  remain_quota: left,
  periods = [],
}: Pick<Token, 'unlimited_quota' | 'used_quota' | 'remain_quota' | 'periods'>): KeyLimit[] {
  const total = { kind: 'total', limit: used + Math.max(0, left), used, endsAt: 0 } as const;
  return [
    ...(unlimited ? [] : [total]),
    ...periods.map(({ period, limit, spent, ends_at: endsAt }) => ({
      kind: period,
      limit,
      used: spent,
      endsAt,
    })),
  ].sort((one, other) => limitShare(other) - limitShare(one));
}
