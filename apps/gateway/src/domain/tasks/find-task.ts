import { AppError } from '../../platform/app-error.ts';
import { findOwnTasks as findRows, findTask, checkTaskSoon } from '../../store/tasks-repository.ts';
import type { Domain } from '../domain.ts';
import { isTaskCallbackValid } from './task-callback-url.ts';
import type { Task, TaskPlatform } from './task.ts';

/** The format of `newTaskId`, to filter what callers request. */
const DRAWING_NAME = /^\d{31}$/;

interface Owner {
  platform: TaskPlatform;
  userId: number;
}

/** Returns those of the given tasks that a user owns. */
export function findOwnTasks(
  { store }: Pick<Domain, 'store'>,
  owner: Owner,
  ids: readonly string[],
): Promise<Task[]> {
  return findRows(store.db, owner, ids);
}

/** Returns a task of its owner. Throws AppError relay_task_not_found. */
export async function findOwnTask(
  domain: Pick<Domain, 'store'>,
  owner: Owner,
  id: string,
): Promise<Task> {
  const [task] = await findOwnTasks(domain, owner, [id]);
  if (!task) throw notFound(id);
  return task;
}

/**
 * Returns the upstream's URL of a task's image, whether it contains a credential, and the task's owner. Throws
 * AppError relay_task_not_found if there is none.
 */
export async function findTaskImage(
  { store }: Pick<Domain, 'store'>,
  id: string,
): Promise<{ address: URL; userId: number; isSecret: boolean }> {
  const task = DRAWING_NAME.test(id) ? await findTask(store.db, 'mj', id) : undefined;
  const data = JSON.parse(task?.data ?? '{}') as { imageUrl?: unknown; sourceUrl?: unknown };
  const isSecret = data.sourceUrl !== undefined;
  const imageUrl = isSecret ? data.sourceUrl : data.imageUrl;
  const isAddress = typeof imageUrl === 'string' && /^https?:\/\//i.test(imageUrl);
  if (!task || !isAddress || !URL.canParse(imageUrl)) throw notFound(id);
  return { address: new URL(imageUrl), userId: task.user_id, isSecret };
}

/**
 * Handles an upstream's callback about an image task by polling it soon. Throws AppError relay_task_not_found
 * for an invalid callback.
 */
export async function handleTaskCallback(
  domain: Pick<Domain, 'store' | 'clock' | 'keyring'>,
  { id, proof }: { id: string; proof: string },
): Promise<void> {
  if (!isTaskCallbackValid(domain, id, proof)) throw notFound(id);
  await checkTaskSoon(domain.store.db, id, domain.clock.nowMs());
}

function notFound(id: string): AppError {
  return new AppError('relay_task_not_found', { id: id.slice(0, 100) });
}
