import { z } from 'zod';
import { taskPartiesEntity } from './task-parties.ts';

/** Status of an image task; '' while it is being submitted. */
export const IMAGE_TASK_STATUSES = [
  'NOT_START',
  'SUBMITTED',
  'IN_PROGRESS',
  'MODAL',
  'SUCCESS',
  'FAILURE',
] as const;

/** Status of a music task; '' while it is being submitted. */
export const MUSIC_TASK_STATUSES = [
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'SUCCESS',
  'FAILURE',
  'UNKNOWN',
] as const;

/** Actions of image tasks; upstreams may have more. */
export const IMAGE_TASK_ACTIONS = [
  'IMAGINE',
  'UPSCALE',
  'VARIATION',
  'HIGH_VARIATION',
  'LOW_VARIATION',
  'PAN',
  'DESCRIBE',
  'BLEND',
  'UPLOAD',
  'SHORTEN',
  'REROLL',
  'INPAINT',
  'ZOOM',
  'CUSTOM_ZOOM',
  'MODAL',
  'SWAP_FACE',
  'VIDEO',
  'EDITS',
] as const;

/** The upstream's code for a submitted image task: accepted, waiting, queued; 0 for none. */
export const IMAGE_TASK_CODES = [1, 21, 22, 0] as const;

const common = {
  id: z.number().int(),
  /** Seconds. */
  created_at: z.number().int(),
  user_id: z.number().int(),
  ...taskPartiesEntity,
  action: z.string(),
  status: z.string(),
  /** Percent, such as 45%; '' before the first report. */
  progress: z.string(),
  fail_reason: z.string(),
  /** What it costs. */
  quota: z.number().int(),
  /** Whether the charge was refunded because the task failed. */
  refunded: z.boolean(),
  /** Request id of the submission; its charge and refund are logged under it. */
  request_id: z.string(),
};

/** Totals over all tasks of a filter, `total` in number. */
export const taskTotalsEntity = z.object({
  /** Charged in total, including refunded tasks; the net is `quota` less `refunded`. */
  quota: z.number().int(),
  refunded: z.number().int(),
  failed: z.number().int(),
});
export type TaskTotals = z.output<typeof taskTotalsEntity>;

/** An image task. Times are milliseconds, 0 for not yet. */
export const imageTaskEntity = z.object({
  ...common,
  submit_time: z.number().int(),
  start_time: z.number().int(),
  finish: z.number().int(),
  mj_id: z.string(),
  code: z.number().int(),
  prompt: z.string(),
  prompt_en: z.string(),
  description: z.string(),
  /** '' until there is one. */
  image_url: z.string(),
});
export type ImageTask = z.output<typeof imageTaskEntity>;

/** A piece of music, or lyrics for one. Times are seconds, 0 for not yet. */
export const musicTaskEntity = z.object({
  ...common,
  submit_time: z.number().int(),
  start_time: z.number().int(),
  finish_time: z.number().int(),
  task_id: z.string(),
  platform: z.string(),
  /** The upstream's result: a list of clips, or a text; null until there is one. */
  data: z.unknown(),
});
export type MusicTask = z.output<typeof musicTaskEntity>;
