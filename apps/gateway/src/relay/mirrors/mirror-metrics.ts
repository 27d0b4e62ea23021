import { Counter } from 'prom-client';
import { registry } from '../../platform/metrics.ts';

const mirrors = new Counter({
  name: 'tollgate_mirrored_calls_total',
  help: 'Copies of calls for a comparison, by outcome',
  labelNames: ['outcome'],
  registers: [registry],
});

/** `dropped`: not sent, as too many ran, the body was too large or no channel was open. */
export function countMirror(outcome: 'answered' | 'failed' | 'dropped'): void {
  mirrors.labels(outcome).inc();
}
