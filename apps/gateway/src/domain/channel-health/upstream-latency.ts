import { HotHistogram, type HistogramSeries } from '../../platform/hot-histogram.ts';
import { registry } from '../../platform/metrics.ts';

/** Channels with series of their own; further ones share `other`. */
const CHANNELS_MAX = 200;

const latency = new HotHistogram({
  name: 'tollgate_upstream_first_byte_seconds',
  help: 'Time from sending a request to the first byte of the response, by channel',
  label: 'channel',
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  registry,
});
const series = new Map<number, HistogramSeries>();

/** Records how long a channel took to begin its response. */
export function observeUpstreamLatency(channelId: number, firstByteMs: number): void {
  let channelSeries = series.get(channelId);
  if (channelSeries === undefined) {
    const isNamed = series.size < CHANNELS_MAX;
    channelSeries = latency.series(isNamed ? String(channelId) : 'other');
    if (isNamed) series.set(channelId, channelSeries);
  }
  channelSeries.observe(firstByteMs / 1000);
}
