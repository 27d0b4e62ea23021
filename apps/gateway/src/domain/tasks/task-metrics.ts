import { Counter, Gauge } from 'prom-client';
import { registry } from '../../platform/metrics.ts';

const unfinished = new Gauge({
  name: 'tollgate_tasks_unfinished',
  help: 'Tasks being polled, as last seen by the node that polls them',
  registers: [registry],
});
const polls = new Counter({
  name: 'tollgate_task_polls_total',
  help: 'Task polls at upstreams',
  labelNames: ['platform', 'outcome'] as const,
  registers: [registry],
});
const ended = new Counter({
  name: 'tollgate_tasks_ended_total',
  help: 'Ended tasks by outcome',
  labelNames: ['platform', 'outcome'] as const,
  registers: [registry],
});
const refunds = new Counter({
  name: 'tollgate_task_refunds_total',
  help: 'Tasks whose charge was refunded',
  labelNames: ['platform'] as const,
  registers: [registry],
});

export function showUnfinished(count: number): void {
  unfinished.set(count);
}

export function countTaskPoll(platform: string, outcome: 'answered' | 'failed'): void {
  polls.inc({ platform, outcome });
}

export function countEnded(platform: string, outcome: 'success' | 'failure'): void {
  ended.inc({ platform, outcome });
}

export function countRefund(platform: string): void {
  refunds.inc({ platform });
}
