import { Counter } from 'prom-client';
import { registry } from '../../platform/metrics.ts';

const mirrors = new Counter({
  name: 'tollgate_mirrored_calls_total',
  help: 'Copies of calls for a comparison, by outcome',
  labelNames: ['outcome'],
  registers: [registry],
});

/**
 * Counts a mirrored request. `dropped`: not sent, as too many were running, the body was too large or no
 * channel was available.
 */
export function countMirror(outcome: 'answered' | 'failed' | 'dropped'): void {
  mirrors.labels(outcome).inc();
}
