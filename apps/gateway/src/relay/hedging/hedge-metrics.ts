import { Counter } from 'prom-client';
import { registry } from '../../platform/metrics.ts';

const hedges = new Counter({
  name: 'tollgate_hedges_total',
  help: 'Hedged requests by event',
  labelNames: ['event'],
  registers: [registry],
});
const cancelledCost = new Counter({
  name: 'tollgate_hedge_cancelled_quota_total',
  help: 'Estimated cost of requests that lost to a hedge: their prompts at list price',
  registers: [registry],
});

/**
 * Counts a hedge: `sent`, `won` (the second started first), `over_budget`, `no_channel`, or `cancelled` with
 * its cost.
 */
export function countHedge(
  event: 'sent' | 'won' | 'over_budget' | 'no_channel' | 'cancelled',
  cost = 0,
): void {
  hedges.labels(event).inc();
  if (cost > 0) cancelledCost.inc(cost);
}
