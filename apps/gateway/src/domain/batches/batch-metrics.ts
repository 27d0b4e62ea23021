import { Counter, Gauge } from 'prom-client';
import { registry } from '../../platform/metrics.ts';
import type { UnsettledBatches } from '../../store/batches-repository.ts';

/** A node that polled batches longer ago than this leaves their metrics to the node that polls them now. */
const STALE_MS = 60_000;

/** How a batch ended: as its provider reports, or `dropped` when no provider accepted it. */
const OUTCOMES = ['completed', 'failed', 'expired', 'cancelled', 'dropped'] as const;

interface Snapshot extends UnsettledBatches {
  atMs: number;
  nowMs: () => number;
}
let snapshot: Snapshot | undefined;

const GAUGES: readonly [name: string, help: string, read: (snapshot: Snapshot) => number][] = [
  [
    'tollgate_batches_unsettled',
    'Batches that run or wait to be settled, as the node that follows them last saw them',
    ({ count }) => count,
  ],
  ['tollgate_batches_held_quota', 'Quota that is held for them', ({ held }) => held],
  [
    'tollgate_batches_oldest_seconds',
    'Age of the oldest of them; 0 without any',
    ({ oldestAt, nowMs }) =>
      oldestAt === undefined ? 0 : Math.max(0, Math.floor(nowMs() / 1000) - oldestAt),
  ],
];
for (const [name, help, read] of GAUGES)
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      // During a handover two nodes of a machine may export the same batches.
      aggregator: 'max',
      collect() {
        if (snapshot && snapshot.nowMs() - snapshot.atMs <= STALE_MS) this.set(read(snapshot));
        else this.remove();
      },
    }),
  );

const settled = new Counter({
  name: 'tollgate_batches_settled_total',
  help: 'Batches whose hold was settled or returned, by outcome',
  labelNames: ['outcome'] as const,
  registers: [registry],
});
// Exported from the start: an alert on an increase needs a preceding 0.
for (const outcome of OUTCOMES) settled.inc({ outcome }, 0);

const pollFailures = new Counter({
  name: 'tollgate_batch_poll_failures_total',
  help: 'Failed batch polls; each is retried',
  registers: [registry],
});

/** Exports the unsettled batches until this node stops polling them. */
export function showUnsettledBatches(batches: UnsettledBatches, nowMs: () => number): void {
  snapshot = { ...batches, atMs: nowMs(), nowMs };
}

/** Counts a settled batch, by its last status. */
export function countSettledBatch(status: string): void {
  settled.inc({ outcome: OUTCOMES.find((outcome) => outcome === status) ?? 'failed' });
}

export function countBatchPollFailure(): void {
  pollFailures.inc();
}
