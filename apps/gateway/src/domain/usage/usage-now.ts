import type { UsageNow } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { measureLogRate } from '../../store/logs-repository.ts';
import { QUARTER, STATS_DAY } from '../../store/usage-stats.ts';
import { readUsagePieces } from '../../store/usage-stats-repository.ts';
import type { Domain } from '../domain.ts';

/** Returns the rates of the last minute, and the calls of each quarter-hour of the last day. */
export async function readUsageNow({
  store: { reader },
  wallet,
  options,
  clock,
}: Pick<Domain, 'store' | 'wallet' | 'options' | 'clock'>): Promise<UsageNow> {
  if (!options.boolean('DataExportEnabled')) throw new AppError('dashboard_disabled');
  await wallet.flush();
  const now = nowSeconds(clock);
  const to = Math.ceil((now + 1) / QUARTER) * QUARTER;
  const count = STATS_DAY / QUARTER;
  const edges = Array.from({ length: count + 1 }, (_, index) => to - (count - index) * QUARTER);
  const [rate, pieces] = await Promise.all([
    measureLogRate(reader, {}, now),
    readUsagePieces(reader, { scope: 'all' }, edges),
  ]);
  const values = edges.slice(1).map(() => 0);
  for (const { piece, calls, failed } of pieces) values[piece] = calls + failed;
  return { ...rate, values };
}
