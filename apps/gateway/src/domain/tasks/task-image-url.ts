import type { TaskRow } from '../../store/tasks-repository.ts';
import type { Domain } from '../domain.ts';

/**
 * Returns the URL of a task's image; '' while there is none. With MjForwardUrlEnabled this server delivers
 * it, which hides the upstream's address, and so it does if the upstream's URL contains a credential.
 */
export function taskImageUrl(
  { options }: Pick<Domain, 'options'>,
  { task_id: taskId, data }: Pick<TaskRow, 'task_id' | 'data'>,
): string {
  const { imageUrl, sourceUrl } = JSON.parse(data) as { imageUrl?: unknown; sourceUrl?: unknown };
  if (typeof imageUrl !== 'string' || imageUrl === '') return '';
  const server = options.text('ServerAddress').replace(/\/+$/, '');
  const isForwarded = options.boolean('MjForwardUrlEnabled') || sourceUrl !== undefined;
  return isForwarded ? `${server}/mj/image/${taskId}` : imageUrl;
}
