import { z } from 'zod';
import { taskPartiesEntity } from './task-parties.ts';

/** The status of an image task; '' while it is being submitted. */
export const IMAGE_TASK_STATUSES = [
  'NOT_START',
  'SUBMITTED',
  'IN_PROGRESS',
  'MODAL',
  'SUCCESS',
  'FAILURE',
] as const;

/** The status of a music task; '' while it is being submitted. */
export const MUSIC_TASK_STATUSES = [
  'NOT_START',
  'SUBMITTED',
  'QUEUED',
  'IN_PROGRESS',
  'SUCCESS',
  'FAILURE',
  'UNKNOWN',
] as const;

/** What image tasks do; upstreams may know more. */
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

/** The upstream's code for a submitted image task: taken, waiting, queued; 0 for nothing. */
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
  /** Whether that was given back, as the task failed. */
  refunded: z.boolean(),
  /** The submit; its charge and refund stand in the log under it. */
  request_id: z.string(),
};

/** What the tasks of a filter come to, of as many as `total` counts. */
export const taskTotalsEntity = z.object({
  /** Charged in all, refunded tasks included; so what stays is `quota` less `refunded`. */
  quota: z.number().int(),
  refunded: z.number().int(),
  failed: z.number().int(),
});
export type TaskTotals = z.output<typeof taskTotalsEntity>;

/** An image task. Times are in milliseconds, 0 for not yet. */
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
  /** '' while there is none. */
  image_url: z.string(),
});
export type ImageTask = z.output<typeof imageTaskEntity>;

/** A piece of music or a text for one. Times are seconds, 0 for not yet. */
export const musicTaskEntity = z.object({
  ...common,
  submit_time: z.number().int(),
  start_time: z.number().int(),
  finish_time: z.number().int(),
  task_id: z.string(),
  platform: z.string(),
  /** What the upstream made: a list of clips, or a text; null while there is nothing. */
  data: z.unknown(),
});
export type MusicTask = z.output<typeof musicTaskEntity>;
