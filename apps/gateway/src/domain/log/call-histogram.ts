import type { LogCourse } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { isPattern, type LogFilter } from '../../store/log-filter.ts';
import { QUARTER } from '../../store/usage-stats.ts';
import type { CountedKeys } from '../../store/usage-stats-parts.ts';
import { readUsagePieces } from '../../store/usage-stats-repository.ts';
import type { Domain } from '../domain.ts';
import { type LogOwner, type LogQuery, toFilter } from './log-reading.ts';

/** Maximum number of intervals in a window: as many as a small chart shows. */
const PIECES_MAX = 72;
/** Possible lengths of an interval, in seconds; the shortest that fits the window is used. */
const STEPS = [1, 2, 4, 8, 12, 24, 48, 96, 96 * 7, 96 * 30].map((quarters) => quarters * QUARTER);
const LONGEST_STEP = STEPS.at(-1) as number;
/** Only the end of longer windows is shown. */
const WINDOW_MAX = PIECES_MAX * LONGEST_STEP;

/**
 * Counts successful and failed calls in each interval of a query's window. Read from the statistics, so the
 * cost does not depend on the length of the log; there are no intervals for filters that they do not support
 * (a key's name, several criteria at once).
 */
export async function readCallHistogram(
  domain: Pick<Domain, 'clock' | 'store' | 'wallet'>,
  query: LogQuery,
  owner: LogOwner,
): Promise<LogCourse> {
  await domain.wallet.flush();
  const filter = await toFilter(domain, query, owner);
  const now = nowSeconds(domain.clock);
  const end = Math.min(filter.end || now, now) + 1;
  const requestedStart = Math.max(filter.start ?? 0, end - WINDOW_MAX);
  const start = requestedStart - (requestedStart % QUARTER);
  const step = STEPS.find((seconds) => (end - start) / seconds <= PIECES_MAX) ?? LONGEST_STEP;
  const counted = countedBy(filter);
  if (counted === undefined || start >= end) return { start, step, pieces: [] };
  const count = Math.ceil((end - start) / step);
  const edges = Array.from({ length: count + 1 }, (_, index) => start + index * step);
  const rows = await readUsagePieces(domain.store.reader, counted, edges);
  const intervals = Array.from({ length: count }, () => ({ calls: 0, failed: 0 }));
  for (const { piece: intervalIndex, calls, failed } of rows) {
    const sum = intervals[intervalIndex];
    if (!sum) continue;
    sum.calls += calls;
    sum.failed += failed;
  }
  return { start, step, pieces: intervals };
}

/** Returns the statistics that count what a filter matches, if there are any. */
function countedBy(filter: LogFilter): CountedKeys | undefined {
  const { userIds, apiKeyIds, apiKeyName, modelName, group, channelId, requestId } = filter;
  if (apiKeyName || requestId || isPattern(filter)) return undefined;
  if (apiKeyIds)
    return group || modelName ? undefined : { scope: 'key', keys: apiKeyIds.map(String) };
  const dimensions = [group, channelId, userIds ?? modelName].filter(Boolean);
  if (dimensions.length > 1) return undefined;
  if (group) return { scope: 'group', keys: [group] };
  if (channelId) return { scope: 'channel', keys: [String(channelId)] };
  if (userIds && modelName)
    return { scope: 'user_model', keys: userIds.map((id) => `${id}\n${modelName}`) };
  if (userIds) return { scope: 'user', keys: userIds.map(String) };
  return modelName ? { scope: 'model', keys: [modelName] } : { scope: 'all' };
}
