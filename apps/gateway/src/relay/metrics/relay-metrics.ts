import { Counter } from 'prom-client';
import { HotHistogram, type HistogramSeries } from '../../platform/hot-histogram.ts';
import { registry } from '../../platform/metrics.ts';
import { overheadMs } from './overhead.ts';
import type { RelayCall } from '../relay-call.ts';

/** `refused` calls never started: no upstream was called. */
export type CallOutcome = 'answered' | 'client-gone' | 'fault' | 'refused';

// No key or user labels: their number is unbounded.
const calls = new Counter({
  name: 'tollgate_relay_calls_total',
  help: 'Relay calls by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers: [registry],
  collect: takeOver,
});
const refusals = new Counter({
  name: 'tollgate_relay_refusals_total',
  help: 'Calls refused before they began, by reason',
  labelNames: ['code'],
  registers: [registry],
});
const overhead = new HotHistogram({
  name: 'tollgate_relay_overhead_seconds',
  help: "The gateway's own share of a call: everything but waiting for the upstream",
  label: 'kind',
  buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1],
  registry,
});

/** Calls of one kind; the counter takes the counts over when it is read. */
interface KindStatistics {
  readonly overhead: HistogramSeries;
  readonly counts: Record<CallOutcome, number>;
}
const statistics = new Map<string, KindStatistics>();

/** Counts a finished call, and its overhead. */
export function observeCall(call: RelayCall, outcome: CallOutcome): void {
  let kind = statistics.get(call.kind);
  if (!kind) {
    const counts = { answered: 0, 'client-gone': 0, fault: 0, refused: 0 };
    statistics.set(call.kind, (kind = { overhead: overhead.series(call.kind), counts }));
  }
  kind.overhead.observe(overheadMs(call) / 1000);
  kind.counts[outcome] += 1;
}

/**
 * Counts what is not a call with its own overhead: responses of realtime sessions, token counts, refusals.
 */
export function observeOutcome(kind: string, outcome: CallOutcome): void {
  calls.labels(kind, outcome).inc();
}

/** Counts a refusal by the error code that the caller gets. */
export function observeRefusal(code: string): void {
  refusals.labels(code).inc();
}

function takeOver(): void {
  for (const [kind, { counts }] of statistics)
    for (const outcome of Object.keys(counts) as CallOutcome[]) {
      if (counts[outcome] > 0) calls.inc({ kind, outcome }, counts[outcome]);
      counts[outcome] = 0;
    }
}
