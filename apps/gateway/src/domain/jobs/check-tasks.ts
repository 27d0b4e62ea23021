import type { Domain } from '../domain.ts';
import { TaskChecker } from '../tasks/task-checker.ts';
import type { Job } from './job.ts';

/** Follows drawing and music tasks at their upstreams. */
export function checkTasks(domain: Domain): Job {
  const checker = new TaskChecker(domain);
  return {
    name: 'check-tasks',
    everyMs: 3_000,
    scope: 'cluster',
    run: (signal) => checker.run(signal),
  };
}
