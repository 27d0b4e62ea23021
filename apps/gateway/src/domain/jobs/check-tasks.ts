import { TaskPoller, type TaskPollerContext } from '../tasks/task-poller.ts';
import type { Job } from './job.ts';

/** Polls image and music tasks at their upstreams. */
export function checkTasks(domain: TaskPollerContext): Job {
  const poller = new TaskPoller(domain);
  return {
    name: 'check-tasks',
    everyMs: 3_000,
    scope: 'cluster',
    run: (signal) => poller.run(signal),
  };
}
