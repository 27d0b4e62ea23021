import type { ImageTask, MusicTask, SortOf, TASK_SORTS } from '@tollgate/contract';
import {
  listTasks,
  type TaskFilter,
  type TaskPage,
  type TaskRow,
} from '../../store/tasks-repository.ts';
import type { Domain } from '../domain.ts';
import { readReason } from '../error-texts.ts';
import type { LogReader } from '../log/log-reading.ts';
import { presentTaskParties, type TaskReader, withTeams } from './present-task-parties.ts';
import { taskImageUrl } from './task-image-url.ts';

export interface TaskQuery {
  p: number;
  page_size: number;
  start_timestamp: number;
  end_timestamp: number;
  channel_id?: number;
  /** '' or undefined for any. */
  status?: string;
  action?: string;
  username?: string;
  sort?: SortOf<typeof TASK_SORTS>;
}

/** Returns one page of image tasks: those of one owner, who must not see the routing, or of all users. */
export async function readImageTasks(
  domain: Pick<Domain, 'store' | 'options' | 'catalog'>,
  query: TaskQuery & { mj_id: string },
  reader: LogReader,
) {
  const { ownerId } = reader;
  const page = await readTasks(domain, query, { platform: 'mj', taskId: query.mj_id, ownerId });
  const taskReader = await withTeams(domain, reader, page.items);
  return presentPage(page, (row) => presentImageTask(domain, row, taskReader));
}

/** Returns one page of music tasks, with the same visibility as image tasks. */
export async function readMusicTasks(
  domain: Pick<Domain, 'store' | 'catalog'>,
  query: TaskQuery & { task_id: string },
  reader: LogReader,
) {
  const { ownerId } = reader;
  const page = await readTasks(domain, query, { platform: 'suno', taskId: query.task_id, ownerId });
  const taskReader = await withTeams(domain, reader, page.items);
  return presentPage(page, (row) => presentMusicTask(domain, row, taskReader));
}

function readTasks(
  { store }: Pick<Domain, 'store'>,
  query: TaskQuery,
  { ownerId, ...rest }: Pick<TaskFilter, 'platform' | 'taskId'> & { ownerId: number | undefined },
) {
  const filter: TaskFilter = {
    ...rest,
    userId: ownerId,
    channelId: query.channel_id ?? 0,
    status: query.status ?? '',
    action: query.action ?? '',
    username: query.username ?? '',
    start: query.start_timestamp,
    end: query.end_timestamp,
    sort: query.sort ?? '',
  };
  return listTasks(store.reader, filter, { page: query.p, pageSize: query.page_size });
}

function presentPage<Item>(
  { items, page, pageSize, total, totalIsExact, totals }: TaskPage,
  present: (row: TaskRow) => Item,
) {
  return {
    items: items.map(present),
    page,
    page_size: pageSize,
    total,
    total_is_exact: totalIsExact,
    totals,
  };
}

function presentCommon(domain: Pick<Domain, 'catalog'>, row: TaskRow, reader: TaskReader) {
  return {
    id: row.id,
    created_at: row.created_at,
    user_id: row.user_id,
    ...presentTaskParties(domain, row, reader),
    action: row.action,
    status: row.status,
    progress: row.progress,
    fail_reason: readReason(row.fail_reason, reader.language),
    // A task that was never charged cost nothing, whatever its price.
    quota: row.charge === 'none' ? 0 : row.quota,
    refunded: row.charge === 'refunded',
    request_id: row.request_id,
  };
}

/** The upstream's report of an image task, as far as lists show it. */
interface ImageTaskData {
  prompt?: unknown;
  promptEn?: unknown;
  description?: unknown;
}

function presentImageTask(
  domain: Pick<Domain, 'options' | 'catalog'>,
  row: TaskRow,
  reader: TaskReader,
): ImageTask {
  const data = JSON.parse(row.data) as ImageTaskData;
  return {
    ...presentCommon(domain, row, reader),
    submit_time: row.submit_time,
    start_time: row.start_time,
    finish: row.finish_time,
    mj_id: row.task_id,
    code: row.code,
    prompt: textOf(data.prompt),
    prompt_en: textOf(data.promptEn),
    description: textOf(data.description),
    image_url: taskImageUrl(domain, row),
  };
}

function presentMusicTask(
  domain: Pick<Domain, 'catalog'>,
  row: TaskRow,
  reader: TaskReader,
): MusicTask {
  const { data = null } = JSON.parse(row.data) as { data?: unknown };
  return {
    ...presentCommon(domain, row, reader),
    submit_time: toSeconds(row.submit_time),
    start_time: toSeconds(row.start_time),
    finish_time: toSeconds(row.finish_time),
    task_id: row.task_id,
    platform: row.platform,
    data,
  };
}

const toSeconds = (ms: number) => Math.floor(ms / 1000);
const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
