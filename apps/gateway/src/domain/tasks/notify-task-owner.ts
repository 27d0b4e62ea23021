import type { TaskRow } from '../../store/tasks-repository.ts';
import type { Domain } from '../domain.ts';
import { presentTask } from './present-task.ts';

const WEBHOOK_TIMEOUT_MS = 5_000;
const RESPONSE_BYTES_MAX = 64 * 1024;

/** Sends a task to its owner's webhook, once, in the background. */
export function notifyTaskOwner(
  domain: Pick<Domain, 'log' | 'options' | 'taskTools'>,
  task: TaskRow,
): void {
  if (task.notify_hook === '' || !domain.options.boolean('MjNotifyEnabled')) return;
  const { notifySemaphore: semaphore, mediaFetcher } = domain.taskTools;
  const request = {
    url: task.notify_hook,
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(presentTask(domain, task, 'en')),
    timeoutMs: WEBHOOK_TIMEOUT_MS,
    maxBytes: RESPONSE_BYTES_MAX,
  };
  semaphore(() => mediaFetcher(request)).catch((error: unknown) => {
    domain.log.debug({ err: error, task: task.task_id }, 'task webhook delivery failed');
  });
}
