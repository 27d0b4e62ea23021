import type { LogStat } from '@tollgate/contract';

/** Whether there is nothing to sum up: no calls, failures, charges or refunds. */
export function isBlank(stat: LogStat | undefined): boolean {
  return stat !== undefined && stat.calls + stat.failed + stat.quota + stat.refunded === 0;
}
