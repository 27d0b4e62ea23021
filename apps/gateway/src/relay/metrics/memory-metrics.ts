import { Counter, Gauge } from 'prom-client';
import type { ByteBudget } from '../../platform/byte-budget.ts';
import { replaceMetric } from '../../platform/metrics.ts';
import type { ResponseBuffer } from '../response/response-buffer.ts';

/**
 * Registers metrics of the memory occupied by request bodies and buffered responses, their limits, and
 * refusals for lack of memory. Collected when scraped.
 */
export function registerMemoryMetrics(requests: ByteBudget, responses: ResponseBuffer): void {
  const gauges: [name: string, help: string, read: () => number][] = [
    [
      'tollgate_bodies_held_bytes',
      'Memory held by request bodies, in bytes',
      () => requests.reserved,
    ],
    [
      'tollgate_bodies_max_bytes',
      'Limit for request bodies, and as much again for buffered responses, in bytes',
      () => requests.max,
    ],
    [
      'tollgate_responses_held_bytes',
      'Memory held by buffered responses above 64 kB, in bytes',
      () => responses.budget.reserved,
    ],
    [
      'tollgate_responses_waiting',
      'Buffered responses waiting for memory',
      () => responses.waiting,
    ],
  ];
  for (const [name, help, read] of gauges) {
    const collect = function (this: Gauge): void {
      this.set(read());
    };
    replaceMetric(new Gauge({ name, help, registers: [], collect }), name);
  }
  const name = 'tollgate_bodies_refused_total';
  const help = 'Large request bodies refused for lack of memory';
  const collect = function (this: Counter): void {
    this.reset();
    this.inc(requests.refused);
  };
  replaceMetric(new Counter({ name, help, registers: [], collect }), name);
}
