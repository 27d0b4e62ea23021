import { Counter, Histogram } from 'prom-client';
import { registry } from '../platform/metrics.ts';
import { overheadMs } from './overhead.ts';
import type { RelayCall } from './relay-call.ts';

export interface RelayMetrics {
  observe(call: RelayCall, outcome: 'answered' | 'client-gone' | 'fault'): void;
}

const FLUSH_EVERY = 64;

/** Counts and times of relay calls. No key or user labels: their number has no limit. */
export function createRelayMetrics(): RelayMetrics {
  const calls = registered(
    () =>
      new Counter({
        name: 'tollgate_relay_calls_total',
        help: 'Relay calls by kind and outcome',
        labelNames: ['kind', 'outcome'],
        registers: [registry],
      }),
    'tollgate_relay_calls_total',
  ) as Counter;
  const overhead = registered(
    () =>
      new Histogram({
        name: 'tollgate_relay_overhead_seconds',
        help: "The gateway's own share of a call: everything but waiting for the upstream",
        labelNames: ['kind'],
        buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1],
        registers: [registry],
      }),
    'tollgate_relay_overhead_seconds',
  ) as Histogram;
  const countOf = remember((kind, outcome) => calls.labels(kind, outcome));
  const overheadOf = remember((kind) => overhead.labels(kind));
  let waiting: { kind: string; outcome: string; seconds: number }[] = [];

  /** In batches, off the path of single calls. */
  const flush = () => {
    const batch = waiting;
    waiting = [];
    for (const { kind, outcome, seconds } of batch) {
      countOf(`${kind} ${outcome}`, kind, outcome).inc();
      overheadOf(kind, kind).observe(seconds);
    }
  };
  return {
    observe(call, outcome) {
      waiting.push({ kind: call.kind, outcome, seconds: overheadMs(call) / 1000 });
      if (waiting.length >= FLUSH_EVERY) flush();
    },
  };
}

/** Makes a labelled metric once; looking labels up costs more than counting. */
function remember<Metric>(create: (...labels: string[]) => Metric) {
  const known = new Map<string, Metric>();
  return (key: string, ...labels: string[]): Metric => {
    let metric = known.get(key);
    if (metric === undefined) known.set(key, (metric = create(...labels)));
    return metric;
  };
}

function registered(create: () => unknown, name: string): unknown {
  return registry.getSingleMetric(name) ?? create();
}
