import type { Task } from '../../domain/tasks/task.ts';
import { DASHES } from './one-job-prompt.ts';
import { type TaskBody, taskInvalid, textIn } from './task-plan.ts';

/** Models that videos are priced and routed by, most expensive last: 720p costs 3.2 times as much. */
const VIDEO_MODELS: readonly string[] = ['mj_video', 'mj_video_720'];
/** A video type ends with its resolution; an unknown one might cost anything. */
const VIDEO_TYPE = /^[\w.]{1,60}_(480|720)$/;
/** Turns the result of any prompt into a video. */
const VIDEO_FLAG = new RegExp(`${DASHES}video\\b`, 'i');
/** Actions that repeat the work of the original. */
const MAKES_AGAIN = new Set([
  'VIDEO',
  'REROLL',
  'VARIATION',
  'HIGH_VARIATION',
  'LOW_VARIATION',
  'MODAL',
  'PAN',
  'ZOOM',
]);

/**
 * Returns the model of a submit that makes a video; undefined if it makes none. Throws AppError for a video
 * type without a price.
 */
export function videoModel(action: string, body: TaskBody): string | undefined {
  const type = textIn(body, 'videoType').trim();
  const isVideo = action === 'VIDEO' || VIDEO_FLAG.test(textIn(body, 'prompt'));
  if (!isVideo) return undefined;
  if (type === '') return 'mj_video';
  const lines = VIDEO_TYPE.exec(type)?.[1];
  if (lines === undefined) throw taskInvalid('videoType');
  return lines === '720' ? 'mj_video_720' : 'mj_video';
}

/** Whether an action repeats the work of its original. */
export function repeatsOriginal(action: string): boolean {
  return MAKES_AGAIN.has(action);
}

/** Returns the model of a submit that continues a task: a repeated video costs as much as the original. */
export function continuedModel(
  { action, model }: { action: string; model: string },
  origin: Pick<Task, 'model_name'> | undefined,
): string {
  if (!origin || !repeatsOriginal(action)) return model;
  const rank = (name: string) => VIDEO_MODELS.indexOf(name);
  return rank(origin.model_name) > rank(model) ? origin.model_name : model;
}
