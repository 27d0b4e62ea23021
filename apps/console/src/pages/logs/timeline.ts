import type { LogEntry, LogOther } from '@tollgate/contract';

type Attempt = NonNullable<NonNullable<LogOther['admin_info']>['attempts']>[number];

/** One attempt on a call's timeline; all times in milliseconds. */
export interface TimelineStep {
  attempt: Attempt;
  /** Since the start of the call. */
  offset: number;
  /** Until the first token, or until it failed. */
  waiting: number;
  /** From the first token to the end. */
  streaming: number;
}

export interface Timeline {
  steps: readonly TimelineStep[];
  total: number;
}

/**
 * Arranges the attempts of a call one after the other, with their durations. Undefined if these are unknown:
 * old rows have no total, and attempts of a hedged call overlap.
 */
export function buildTimeline(
  row: Pick<LogEntry, 'is_stream'>,
  other: LogOther,
): Timeline | undefined {
  const { total_ms: total, admin_info: info } = other;
  const attempts = info?.attempts ?? [];
  if (!total || attempts.length === 0 || info?.traffic?.hedge) return undefined;
  const before = attempts.slice(0, -1).map(lengthOf);
  const last = attempts.at(-1);
  // The last attempt gets the remaining time, as it ended with the call.
  const spent = before.reduce((sum, ms) => sum + ms, 0);
  const lasted = Math.max(0, last?.fault === undefined ? total - spent : lengthOf(last));
  const own = Math.max(0, total - spent - lasted);
  let offset = own;
  const steps = attempts.map((attempt, index) => {
    const length = index === attempts.length - 1 ? lasted : (before[index] ?? 0);
    const first = attempt.fault === undefined && row.is_stream ? attempt.first_ms : undefined;
    const waiting = Math.min(length, first ?? length);
    const step = { attempt, offset, waiting, streaming: length - waiting };
    offset += length;
    return step;
  });
  return { steps, total };
}

function lengthOf({ total_ms, ms }: Attempt): number {
  return total_ms ?? ms;
}
