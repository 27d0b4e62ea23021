import type { Domain } from '../domain.ts';
import { TaskPoller } from '../tasks/task-poller.ts';
import type { Job } from './job.ts';

type CheckTasksContext = Pick<
  Domain,
  'clock' | 'clockJumps' | 'log' | 'store' | 'options' | 'catalog' | 'taskTools' | 'wallet'
>;

/** Polls image and music tasks at their upstreams. */
export function checkTasks(domain: CheckTasksContext): Job {
  const checker = new TaskPoller(domain);
  return {
    name: 'check-tasks',
    everyMs: 3_000,
    scope: 'cluster',
    run: (signal) => checker.run(signal),
  };
}
