import { Counter, Gauge } from 'prom-client';
import { registry } from '../../platform/metrics.ts';

const labelNames = ['job'] as const;

const runs = new Counter({
  name: 'tollgate_job_runs_total',
  help: 'Finished runs of jobs on this node',
  labelNames: ['job', 'outcome'] as const,
  registers: [registry],
});
const lastSuccess = new Gauge({
  name: 'tollgate_job_last_success_seconds',
  help: 'When a job last succeeded on this node, in seconds since 1970',
  labelNames,
  registers: [registry],
});
const lastFailure = new Gauge({
  name: 'tollgate_job_last_failure_seconds',
  help: 'When a job last failed on this node, in seconds since 1970',
  labelNames,
  registers: [registry],
});

/** Counts a finished run of a job. `at` is in Unix seconds. */
export function countJobRun(job: string, { failed, at }: { failed: boolean; at: number }): void {
  runs.inc({ job, outcome: failed ? 'failure' : 'success' });
  (failed ? lastFailure : lastSuccess).set({ job }, at);
}
