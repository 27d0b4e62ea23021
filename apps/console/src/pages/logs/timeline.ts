import type { LogEntry, LogOther } from '@tollgate/contract';

type Attempt = NonNullable<NonNullable<LogOther['admin_info']>['attempts']>[number];

/** One attempt on the line of a call's time; all in milliseconds. */
export interface TimelineStep {
  attempt: Attempt;
  /** From the call's begin. */
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
 * The attempts of a call one after the other, as long as they took. Undefined where that is not known:
 * rows of before have no total, and attempts of a hedged call overlap.
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
  // What is left for the last one: it ended when the call did.
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
