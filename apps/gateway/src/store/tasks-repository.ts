import { type Insertable, type Kysely, type Selectable, sql } from 'kysely';
import { type CappedPage, type PageRequest, readCappedPage } from './paging.ts';
import type { Database } from './schema.ts';
import type { TaskPlatform, TasksTable } from './tasks-table.ts';

type Db = Kysely<Database>;
export type TaskRow = Selectable<TasksTable>;
export type NewTask = Omit<Insertable<TasksTable>, 'id'>;

export interface TaskFilter {
  platform: TaskPlatform;
  /** Undefined for the tasks of everybody. */
  userId: number | undefined;
  /** '' and 0 mean any. */
  taskId: string;
  channelId: number;
  /** Milliseconds, of the submit. */
  start: number;
  end: number;
}

/** One page of tasks, newest first. */
export function listTasks(
  db: Db,
  { platform, userId, taskId, channelId, start, end }: TaskFilter,
  page: PageRequest,
): Promise<CappedPage<TaskRow>> {
  let query = db.selectFrom('tasks').where('platform', '=', platform);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (taskId !== '') query = query.where('task_id', '=', taskId);
  if (channelId !== 0) query = query.where('channel_id', '=', channelId);
  if (start !== 0) query = query.where('submit_time', '>=', start);
  if (end !== 0) query = query.where('submit_time', '<=', end);
  return readCappedPage(
    (limit) =>
      db
        .selectFrom(query.select('id').limit(limit).as('some'))
        .select(sql<number>`count(*)`.as('count')),
    query.selectAll().orderBy('submit_time', 'desc').orderBy('id', 'desc'),
    page,
  );
}
