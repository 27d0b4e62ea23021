import { Counter, Gauge } from 'prom-client';
import { replaceMetric } from '../../platform/metrics.ts';
import { type ChannelState, isBlocked } from './channel-state.ts';

/** Channels with series of their own; further ones share `other`. */
const CHANNELS_MAX = 500;

/**
 * Attempts, cooldowns and response times by channel id. Collected on scrape, so that calls pay nothing for
 * them.
 */
export function registerHealthMetrics(
  states: ReadonlyMap<number, ChannelState>,
  nowMs: () => number,
): void {
  const labelOf = (index: number, id: number) => (index < CHANNELS_MAX ? String(id) : 'other');
  const exportedStates = () => [...states].slice(0, CHANNELS_MAX);
  replaceMetric(
    new Counter({
      name: 'tollgate_channel_attempts_total',
      help: 'Attempts on channels by outcome',
      labelNames: ['channel', 'outcome'],
      registers: [],
      collect() {
        this.reset();
        for (const [index, [id, { totals }]] of [...states].entries())
          for (const [outcome, count] of Object.entries(totals))
            this.inc({ channel: labelOf(index, id), outcome }, count);
      },
    }),
    'tollgate_channel_attempts_total',
  );
  replaceMetric(
    new Counter({
      name: 'tollgate_channel_usage_claims_total',
      help: 'Calls whose upstream reported implausibly high usage, or sent far more than requested',
      labelNames: ['channel'],
      registers: [],
      collect() {
        this.reset();
        for (const [index, [id, { usageClaims }]] of [...states].entries())
          if (usageClaims) this.inc({ channel: labelOf(index, id) }, usageClaims.count);
      },
    }),
    'tollgate_channel_usage_claims_total',
  );
  replaceMetric(
    new Gauge({
      name: 'tollgate_channel_cooling',
      help: '1 while a channel is cooling down after failures',
      labelNames: ['channel'],
      registers: [],
      collect() {
        this.reset();
        for (const [id, { channelBreaker }] of exportedStates())
          this.set({ channel: String(id) }, isBlocked(channelBreaker.state(nowMs())) ? 1 : 0);
      },
    }),
    'tollgate_channel_cooling',
  );
  replaceMetric(
    new Gauge({
      name: 'tollgate_channel_first_byte_seconds',
      help: 'Running mean of the time to the first byte of a response',
      labelNames: ['channel'],
      registers: [],
      collect() {
        this.reset();
        for (const [id, { responseMs }] of exportedStates())
          this.set({ channel: String(id) }, responseMs / 1000);
      },
    }),
    'tollgate_channel_first_byte_seconds',
  );
}
