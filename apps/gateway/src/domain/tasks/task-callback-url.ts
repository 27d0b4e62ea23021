import type { TaskRow } from '../../store/tasks-repository.ts';
import { isSameSignature } from '../../platform/is-same-signature.ts';
import type { Domain } from '../domain.ts';

/** Authenticates the URL: it can't be created without the master key. */
function proofOf({ keyring }: Pick<Domain, 'keyring'>, taskId: string): string {
  return keyring.hash('task-notice', taskId).slice(0, 40);
}

/** Returns the callback URL for the upstream of an image task; '' if it should send none. */
export function taskCallbackUrl(
  domain: Pick<Domain, 'keyring' | 'options'>,
  { platform, task_id: taskId }: Pick<TaskRow, 'platform' | 'task_id'>,
): string {
  const server = domain.options.text('ServerAddress').replace(/\/+$/, '');
  if (platform !== 'mj' || server === '' || !domain.options.boolean('MjNotifyEnabled')) return '';
  return `${server}/mj/notify/${taskId}/${proofOf(domain, taskId)}`;
}

/** Returns whether a callback's URL is one of ours. */
export function isTaskCallbackValid(
  domain: Pick<Domain, 'keyring'>,
  taskId: string,
  proof: string,
): boolean {
  return isSameSignature(proofOf(domain, taskId), proof);
}
