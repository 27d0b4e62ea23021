import { Histogram } from 'prom-client';
import { registry } from '../../platform/metrics.ts';

/** Channels with series of their own; further ones share `other`. */
const CHANNELS_MAX = 200;

const latency = new Histogram({
  name: 'tollgate_upstream_first_byte_seconds',
  help: 'Time from sending a request to the first byte of the response, by channel',
  labelNames: ['channel'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
  registers: [registry],
});
const series = new Map<number, Histogram.Internal<'channel'>>();
const other = latency.labels('other');

/**
 * Records how long a channel took to begin its response. Series are cached, because looking labels up costs
 * more than counting.
 */
export function observeUpstreamLatency(channelId: number, firstByteMs: number): void {
  let channelSeries = series.get(channelId);
  if (channelSeries === undefined) {
    channelSeries = series.size < CHANNELS_MAX ? latency.labels(String(channelId)) : other;
    if (series.size < CHANNELS_MAX) series.set(channelId, channelSeries);
  }
  channelSeries.observe(firstByteMs / 1000);
}
