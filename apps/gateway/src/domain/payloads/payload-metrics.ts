import { Counter } from 'prom-client';
import { registry } from '../../platform/metrics.ts';

const payloads = new Counter({
  name: 'tollgate_payloads_total',
  help: 'Payloads of logged calls, by outcome',
  labelNames: ['outcome'],
  registers: [registry],
});

/** `lost`: it could not be stored; `no_room`: the memory for payloads was full. */
export function countPayload(outcome: 'stored' | 'lost' | 'no_room'): void {
  payloads.labels(outcome).inc();
}
