import { Counter, Histogram } from 'prom-client';
import { registry } from '../../platform/metrics.ts';
import { overheadMs } from './overhead.ts';
import type { RelayCall } from '../relay-call.ts';

/** `refused` calls never started: no upstream was called. */
export type CallOutcome = 'answered' | 'client-gone' | 'fault' | 'refused';

const FLUSH_EVERY = 64;

// No key or user labels: their number is unbounded.
const calls = new Counter({
  name: 'tollgate_relay_calls_total',
  help: 'Relay calls by kind and outcome',
  labelNames: ['kind', 'outcome'],
  registers: [registry],
  collect: flush,
});
const refusals = new Counter({
  name: 'tollgate_relay_refusals_total',
  help: 'Calls refused before they began, by reason',
  labelNames: ['code'],
  registers: [registry],
});
const overhead = new Histogram({
  name: 'tollgate_relay_overhead_seconds',
  help: "The gateway's own share of a call: everything but waiting for the upstream",
  labelNames: ['kind'],
  buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1],
  registers: [registry],
  collect: flush,
});
const countOf = remember((kind, outcome) => calls.labels(kind, outcome));
const overheadOf = remember((kind) => overhead.labels(kind));
let waiting: { kind: string; outcome: CallOutcome; seconds: number }[] = [];

/** Counts a finished call, in batches, off the hot path. */
export function observeCall(call: RelayCall, outcome: CallOutcome): void {
  waiting.push({ kind: call.kind, outcome, seconds: overheadMs(call) / 1000 });
  if (waiting.length >= FLUSH_EVERY) flush();
}

/**
 * Counts what is not a call with its own overhead: responses of realtime sessions, token counts, refusals.
 */
export function observeOutcome(kind: string, outcome: CallOutcome): void {
  countOf(`${kind} ${outcome}`, kind, outcome).inc();
}

/** Counts a refusal by the error code that the caller gets. */
export function observeRefusal(code: string): void {
  refusals.labels(code).inc();
}

function flush(): void {
  const batch = waiting;
  waiting = [];
  for (const { kind, outcome, seconds } of batch) {
    countOf(`${kind} ${outcome}`, kind, outcome).inc();
    overheadOf(kind, kind).observe(seconds);
  }
}

/** Creates a labelled metric once: looking up labels costs more than counting. */
function remember<Metric>(create: (...labels: string[]) => Metric) {
  const known = new Map<string, Metric>();
  return (key: string, ...labels: string[]): Metric => {
    let metric = known.get(key);
    if (metric === undefined) known.set(key, (metric = create(...labels)));
    return metric;
  };
}
