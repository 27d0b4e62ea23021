import type { TaskRow } from '../../store/tasks-repository.ts';
import { isSameSignature } from '../../platform/is-same-signature.ts';
import type { Domain } from '../domain.ts';

/** What makes the address good: who does not know the master key can't make one. */
function proofOf({ keyring }: Pick<Domain, 'keyring'>, taskId: string): string {
  return keyring.hash('task-notice', taskId).slice(0, 40);
}

/** Where the upstream of a drawing shall tell that something changed; '' where it shall not. */
export function taskCallbackUrl(
  domain: Pick<Domain, 'keyring' | 'options'>,
  { platform, task_id: taskId }: Pick<TaskRow, 'platform' | 'task_id'>,
): string {
  const server = domain.options.text('ServerAddress').replace(/\/+$/, '');
  if (platform !== 'mj' || server === '' || !domain.options.boolean('MjNotifyEnabled')) return '';
  return `${server}/mj/notify/${taskId}/${proofOf(domain, taskId)}`;
}

/** Whether a notice came to an address of ours. */
export function isTaskCallbackValid(
  domain: Pick<Domain, 'keyring'>,
  taskId: string,
  proof: string,
): boolean {
  return isSameSignature(proofOf(domain, taskId), proof);
}
