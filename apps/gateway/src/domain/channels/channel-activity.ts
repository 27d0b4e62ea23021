import type { ChannelActivity } from '@tollgate/contract';
import { nowSeconds } from '../../platform/clock.ts';
import { percentileOf } from '../../store/latency-histogram.ts';
import { QUARTER, STATS_DAY } from '../../store/usage-stats.ts';
import { readLatencies, readUsagePieces } from '../../store/usage-stats-repository.ts';
import type { Domain } from '../domain.ts';

const SECONDS = { hour: 4 * QUARTER, quarter: QUARTER };

/**
 * Reads the outcomes of some channels' calls in the 24 hours up to the end of this quarter of an hour. A call
 * counts for the channel it ended on. Two queries, however many channels there are.
 */
export async function readChannelActivity(
  { store, clock, wallet }: Pick<Domain, 'store' | 'clock' | 'wallet'>,
  { ids, piece: interval }: { ids: readonly number[]; piece: keyof typeof SECONDS },
): Promise<{ edges: number[]; channels: ChannelActivity[] }> {
  await wallet.flush();
  const seconds = SECONDS[interval];
  const to = (Math.floor(nowSeconds(clock) / QUARTER) + 1) * QUARTER;
  const from = to - STATS_DAY;
  const count = STATS_DAY / seconds;
  const edges = Array.from({ length: count + 1 }, (_, index) => from + index * seconds);
  const counted = { scope: 'channel' as const, keys: ids.map(String) };
  const [intervals, latencies] = await Promise.all([
    readUsagePieces(store.reader, counted, edges),
    readLatencies(store.reader, counted, { from, to }),
  ]);
  const channels = new Map<string, ChannelActivity>();
  for (const { key, piece: at, calls, failed } of intervals) {
    let channel = channels.get(key);
    if (!channel) {
      const zeros = () => Array.from({ length: count }, () => 0);
      const first = latencies.get(key)?.firstToken ?? new Map<number, number>();
      const [p50, p95] = [percentileOf(first, 0.5), percentileOf(first, 0.95)];
      const first_token_ms = p50 === undefined || p95 === undefined ? null : { p50, p95 };
      channel = { id: Number(key), answered: zeros(), failed: zeros(), first_token_ms };
      channels.set(key, channel);
    }
    channel.answered[at] = calls;
    channel.failed[at] = failed;
  }
  return { edges, channels: [...channels.values()] };
}
