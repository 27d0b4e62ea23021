import type { Bus } from '../../platform/bus.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Store } from '../../store/open-store.ts';
import { TrafficStatsRecorder } from './traffic-stats-recorder.ts';
import { openTrafficRules, type TrafficRules } from './traffic-rules.ts';

/** The rules for hedged requests, canaries and mirrors, and their figures. */
export interface Traffic {
  readonly rules: TrafficRules;
  readonly figures: TrafficStatsRecorder;
}

export async function openTraffic({
  store,
  bus,
  clock,
}: {
  store: Store;
  bus: Bus;
  clock: Clock;
}): Promise<Traffic> {
  return {
    rules: await openTrafficRules(store, bus),
    figures: new TrafficStatsRecorder(store, clock),
  };
}
