import { LOG_CONSUME, type SortOf, type TASK_SORTS } from '@tollgate/contract';
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { type CappedPage, COUNT_MAX, type PageRequest, readCappedPage } from './paging.ts';
import { FAR_AHEAD_MS, isDue } from './is-due.ts';
import { teamsNamed } from './named-users-repository.ts';
import type { Db } from './schema.ts';
import { sortedBy } from './sorted-by.ts';
import type { TaskPlatform, TasksTable } from './tasks-table.ts';

export type TaskRow = Selectable<TasksTable>;
export type NewTask = Omit<Insertable<TasksTable>, 'id'>;

export interface TaskFilter {
  platform: TaskPlatform;
  /** Undefined for all users. */
  userId: number | undefined;
  /** '' and 0 match any. */
  taskId: string;
  channelId: number;
  status: string;
  action: string;
  username: string;
  /** Submission time, in milliseconds. */
  start: number;
  end: number;
  sort: SortOf<typeof TASK_SORTS>;
}

export interface TaskPage extends CappedPage<TaskRow> {
  /** Sums of the counted tasks. */
  totals: { quota: number; refunded: number; failed: number };
}

/** The cost of a task: 0 if it was never charged. */
const COST = sql<number>`CASE WHEN charge = 'none' THEN 0 ELSE quota END`;
const SORTED_BY: Readonly<Record<(typeof TASK_SORTS)[number], RawBuilder<unknown>>> = {
  submitted: sql.ref('submit_time'),
  cost: COST,
  status: sql.ref('status'),
};

/** Returns one page of tasks, newest first or in the filter's sort order, with the sums of all that match. */
export async function listTasks(
  db: Db,
  { platform, userId, taskId, channelId, status, action, username, start, end, sort }: TaskFilter,
  page: PageRequest,
): Promise<TaskPage> {
  let query = db.selectFrom('tasks').where('platform', '=', platform);
  if (userId !== undefined) query = query.where('user_id', '=', userId);
  if (taskId !== '') query = query.where('task_id', '=', taskId);
  if (channelId !== 0) query = query.where('channel_id', '=', channelId);
  if (status !== '') query = query.where('status', '=', status);
  if (action !== '') query = query.where('action', '=', action);
  if (username !== '')
    query = query.where((where) =>
      where.or([
        where('username', '=', username),
        where('user_id', 'in', teamsNamed(db, username)),
      ]),
    );
  if (start !== 0) query = query.where('submit_time', '>=', start);
  if (end !== 0) query = query.where('submit_time', '<=', end);
  const newest = query.orderBy('submit_time', 'desc').orderBy('id', 'desc');
  const sum = (value: ReturnType<typeof sql<number>>) => sql<number>`coalesce(sum(${value}), 0)`;
  const { quota, refunded, failed } = await db
    .selectFrom(newest.select(['quota', 'charge', 'status']).limit(COUNT_MAX).as('some'))
    .select([
      sum(COST).as('quota'),
      sum(sql<number>`case when charge = 'refunded' then quota else 0 end`).as('refunded'),
      sum(sql<number>`case when status = 'FAILURE' then 1 else 0 end`).as('failed'),
    ])
    .executeTakeFirstOrThrow();
  const rows = await readCappedPage(
    (limit) =>
      db
        .selectFrom(query.select('id').limit(limit).as('some'))
        .select(sql<number>`count(*)`.as('count')),
    query.selectAll().orderBy(sortedBy(sort, SORTED_BY, sql`submit_time DESC, id DESC`)),
    page,
  );
  const totals = { quota: Number(quota), refunded: Number(refunded), failed: Number(failed) };
  return { ...rows, totals };
}

/** Stores a task that is about to be submitted. */
export async function insertTask(db: Db, task: NewTask): Promise<TaskRow> {
  return db.insertInto('tasks').values(task).returningAll().executeTakeFirstOrThrow();
}

type Acceptance = Pick<
  TaskRow,
  'upstream_id' | 'channel_id' | 'channel_key' | 'code' | 'status' | 'data' | 'next_check_at'
> &
  Partial<Pick<TaskRow, 'progress' | 'finish_time'>>;

/**
 * Records that an upstream accepted a task that is being submitted; returns false if it was given up
 * meanwhile.
 */
export async function takeTask(db: Db, id: number, acceptance: Acceptance): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set(acceptance)
    .where('id', '=', id)
    .where('status', '=', '')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes a task that no upstream accepted. */
export async function deleteTask(db: Db, id: number): Promise<void> {
  await db.deleteFrom('tasks').where('id', '=', id).where('status', '=', '').execute();
}

/** Records that the charge of a task is durable. */
export async function markTaskCharged(db: Db, id: number): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ charge: 'charged' })
    .where('id', '=', id)
    .where('charge', '=', 'open')
    .execute();
}

/** Finds a task by our id. */
export function findTask(
  db: Db,
  platform: TaskPlatform,
  taskId: string,
): Promise<TaskRow | undefined> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('task_id', '=', taskId)
    .where('platform', '=', platform)
    .executeTakeFirst();
}

/** Finds those of the named tasks that a user owns. */
export async function findOwnTasks(
  db: Db,
  { platform, userId }: { platform: TaskPlatform; userId: number },
  taskIds: readonly string[],
): Promise<TaskRow[]> {
  if (taskIds.length === 0) return [];
  return db
    .selectFrom('tasks')
    .selectAll()
    .where('task_id', 'in', taskIds)
    .where('platform', '=', platform)
    .where('user_id', '=', userId)
    .execute();
}

/** Lists tasks that are due for a check, the longest waiting first. */
export function listDueTasks(db: Db, now: number, limit: number): Promise<TaskRow[]> {
  return db
    .selectFrom('tasks')
    .selectAll()
    .where(isDue(now, FAR_AHEAD_MS))
    .orderBy('next_check_at')
    .limit(limit)
    .execute();
}

/** Sets when tasks are checked next. */
export async function postponeTasks(db: Db, ids: readonly number[], at: number): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('tasks')
    .set({ next_check_at: at })
    .where('id', 'in', ids)
    .where('next_check_at', 'is not', null)
    .execute();
}

/** Makes a watched task due now; finished ones are unaffected. */
export async function checkTaskSoon(db: Db, taskId: string, now: number): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ next_check_at: now })
    .where('task_id', '=', taskId)
    .where('next_check_at', '>', now)
    .where('finish_time', '=', 0)
    .where('status', '!=', '')
    .execute();
}

/** Postpones all tasks of a channel that are due now. */
export async function postponeChannel(
  db: Db,
  channelId: number,
  { now, at }: { now: number; at: number },
): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ next_check_at: at })
    .where('channel_id', '=', channelId)
    .where('next_check_at', '<=', now)
    .where('finish_time', '=', 0)
    .execute();
}

/** Records the progress of an unfinished task; returns undefined for a finished one. */
export function advanceTask(
  db: Db,
  id: number,
  change: Pick<TaskRow, 'status' | 'progress' | 'start_time' | 'data'>,
): Promise<TaskRow | undefined> {
  return changeUnfinished(db, id, change);
}

/** Finishes a task; returns undefined if it is already finished. Of concurrent attempts one succeeds. */
export function finishTask(
  db: Db,
  id: number,
  end: Pick<TaskRow, 'status' | 'finish_time' | 'next_check_at'> & Partial<TaskRow>,
): Promise<TaskRow | undefined> {
  return changeUnfinished(db, id, end);
}

function changeUnfinished(
  db: Db,
  id: number,
  change: Partial<TaskRow>,
): Promise<TaskRow | undefined> {
  return db
    .updateTable('tasks')
    .set(change)
    .where('id', '=', id)
    .where('finish_time', '=', 0)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Marks a failed task as refunded (or as never charged); returns undefined if it already is. Of concurrent
 * attempts one succeeds.
 */
export function closeCharge(
  db: Db,
  id: number,
  charge: 'refunded' | 'none',
): Promise<TaskRow | undefined> {
  return db
    .updateTable('tasks')
    .set({ charge, next_check_at: null })
    .where('id', '=', id)
    .where('status', '=', 'FAILURE')
    .where('charge', 'in', charge === 'none' ? ['open'] : ['open', 'charged'])
    .returningAll()
    .executeTakeFirst();
}

/** Returns whether the log has the charge of a task. */
export async function hasCharge(
  db: Db,
  { user_id: userId, request_id: requestId }: Pick<TaskRow, 'user_id' | 'request_id'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('logs')
    .select('id')
    .where('request_id', '=', requestId)
    .where('user_id', '=', userId)
    .where('type', '=', LOG_CONSUME)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether a user has tasks that are still watched: those may be refunded. */
export async function hasUnfinishedTasks(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('tasks')
    .select('id')
    .where('user_id', '=', userId)
    .where('next_check_at', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts the watched tasks. */
export async function countWatchedTasks(db: Db): Promise<number> {
  const row = await db
    .selectFrom('tasks')
    .select(sql<number>`count(*)`.as('count'))
    .where('next_check_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
