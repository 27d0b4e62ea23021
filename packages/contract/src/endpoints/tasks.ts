import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { batchEntity, batchTotalsEntity } from '../entities/batch.ts';
import { imageTaskEntity, musicTaskEntity, taskTotalsEntity } from '../entities/task.ts';
import { TASK_SORTS } from '../list-sorts.ts';
import { pageNumber, pageOf, pageSize, sortOf } from '../paging.ts';

/** The end of the year 9999, in milliseconds. */
const TIME_MAX = 253_402_300_799_999;
/**
 * Separates the units: times after 1973 in milliseconds are larger, times before the year 5138 in seconds are
 * smaller.
 */
const SECONDS_MAX = 100_000_000_000;

/** Seconds or milliseconds since 1970, read as milliseconds; 0 and invalid values mean: no limit. */
const time = z.coerce
  .number()
  .int()
  .min(0)
  .max(TIME_MAX)
  .catch(0)
  .transform((value) => (value < SECONDS_MAX ? value * 1000 : value));
const taskName = z.string().trim().max(200).catch('');

const paging = { p: pageNumber, page_size: pageSize, sort: sortOf(TASK_SORTS) };
const times = { start_timestamp: time, end_timestamp: time };
/** '' means any, here and for the user. */
const kind = { status: taskName, action: taskName };
const images = { ...paging, mj_id: taskName, ...kind, ...times };
const music = { ...paging, task_id: taskName, ...kind, ...times };
const batches = { ...paging, batch_id: taskName, status: taskName, ...times };
const batchPage = pageOf(batchEntity).extend({ totals: batchTotalsEntity });
const byChannel = { channel_id: z.coerce.number().int().min(0).catch(0) };
const byRoute = { ...byChannel, username: taskName };
const totals = { totals: taskTotalsEntity };

export const taskEndpoints = {
  listImageTasks: endpoint({
    method: 'GET',
    path: '/api/mj/',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Image tasks of all users, newest first',
    summaryZh: '所有用户的图片任务，最新在前',
    query: z.object({ ...images, ...byRoute }),
    data: pageOf(imageTaskEntity).extend(totals),
  }),
  listOwnImageTasks: endpoint({
    method: 'GET',
    path: '/api/mj/self/',
    access: 'user',
    scope: 'logs:read',
    team: 'admin',
    summary: 'Your image tasks, newest first',
    summaryZh: '自己的图片任务，最新在前',
    query: z.object(images),
    data: pageOf(imageTaskEntity).extend(totals),
  }),
  listMusicTasks: endpoint({
    method: 'GET',
    path: '/api/task/',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Music tasks of all users, newest first',
    summaryZh: '所有用户的音乐任务，最新在前',
    query: z.object({ ...music, ...byRoute }),
    data: pageOf(musicTaskEntity).extend(totals),
  }),
  listOwnMusicTasks: endpoint({
    method: 'GET',
    path: '/api/task/self',
    access: 'user',
    scope: 'logs:read',
    team: 'admin',
    summary: 'Your music tasks, newest first',
    summaryZh: '自己的音乐任务，最新在前',
    query: z.object(music),
    data: pageOf(musicTaskEntity).extend(totals),
  }),
  listBatches: endpoint({
    method: 'GET',
    path: '/api/batch/',
    access: 'admin',
    scope: 'logs:read',
    summary: 'Batches of all users, newest first',
    summaryZh: '所有用户的批处理，最新在前',
    query: z.object({ ...batches, ...byRoute }),
    data: batchPage,
  }),
  listOwnBatches: endpoint({
    method: 'GET',
    path: '/api/batch/self',
    access: 'user',
    scope: 'logs:read',
    team: 'admin',
    summary: 'Your batches, newest first',
    summaryZh: '自己的批处理，最新在前',
    query: z.object(batches),
    data: batchPage,
  }),
};
