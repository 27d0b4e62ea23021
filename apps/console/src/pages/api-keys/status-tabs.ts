import {
  type Token,
  TOKEN_DISABLED,
  TOKEN_ENABLED,
  TOKEN_EXHAUSTED,
  TOKEN_EXPIRED,
} from '@tollgate/contract';

type StatusCounts = readonly { status: Token['status']; count: number }[];

const STATUSES = [
  { status: 0, name: 'all', alarms: false },
  { status: TOKEN_ENABLED, name: 'enabled', alarms: false },
  { status: TOKEN_EXHAUSTED, name: 'exhausted', alarms: true },
  { status: TOKEN_EXPIRED, name: 'expired', alarms: false },
  { status: TOKEN_DISABLED, name: 'disabled', alarms: false },
] as const;

/** Returns a tab per status, with the number of its keys; 0 means any. */
export function statusTabs(counts: StatusCounts | undefined) {
  const countOf = (wanted: number) =>
    counts
      ?.filter(({ status }) => wanted === 0 || status === wanted)
      .reduce((sum, { count }) => sum + count, 0);
  return STATUSES.map((one) => ({ ...one, count: countOf(one.status) }));
}
