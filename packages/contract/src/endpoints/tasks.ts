import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { batchEntity } from '../entities/batch.ts';
import { imageTaskEntity, musicTaskEntity } from '../entities/task.ts';
import { pageNumber, pageOf, pageSize } from '../paging.ts';

/** The end of the year 9999, in milliseconds. */
const TIME_MAX = 253_402_300_799_999;
/** Times after 1973 in milliseconds are larger than this, and no seconds are before the year 5138. */
const SECONDS_MAX = 100_000_000_000;

/** Seconds or milliseconds since 1970, read as milliseconds; 0 and nonsense mean: no limit. */
const time = z.coerce
  .number()
  .int()
  .min(0)
  .max(TIME_MAX)
  .catch(0)
  .transform((value) => (value < SECONDS_MAX ? value * 1000 : value));
const taskName = z.string().trim().max(200).catch('');

const paging = { p: pageNumber, page_size: pageSize };
const times = { start_timestamp: time, end_timestamp: time };
const images = { ...paging, mj_id: taskName, ...times };
const music = { ...paging, task_id: taskName, ...times };
const batches = { ...paging, batch_id: taskName, ...times };
const byChannel = { channel_id: z.coerce.number().int().min(0).catch(0) };

export const taskEndpoints = {
  listImageTasks: endpoint({
    method: 'GET',
    path: '/api/mj/',
    access: 'admin',
    summary: 'Image tasks of all users, newest first',
    query: z.object({ ...images, ...byChannel }),
    data: pageOf(imageTaskEntity),
  }),
  listOwnImageTasks: endpoint({
    method: 'GET',
    path: '/api/mj/self/',
    access: 'user',
    summary: 'Your image tasks, newest first',
    query: z.object(images),
    data: pageOf(imageTaskEntity),
  }),
  listMusicTasks: endpoint({
    method: 'GET',
    path: '/api/task/',
    access: 'admin',
    summary: 'Music tasks of all users, newest first',
    query: z.object({ ...music, ...byChannel }),
    data: pageOf(musicTaskEntity),
  }),
  listOwnMusicTasks: endpoint({
    method: 'GET',
    path: '/api/task/self',
    access: 'user',
    summary: 'Your music tasks, newest first',
    query: z.object(music),
    data: pageOf(musicTaskEntity),
  }),
  listBatches: endpoint({
    method: 'GET',
    path: '/api/batch/',
    access: 'admin',
    summary: 'Batches of all users, newest first',
    query: z.object({ ...batches, ...byChannel }),
    data: pageOf(batchEntity),
  }),
  listOwnBatches: endpoint({
    method: 'GET',
    path: '/api/batch/self',
    access: 'user',
    summary: 'Your batches, newest first',
    query: z.object(batches),
    data: pageOf(batchEntity),
  }),
};
