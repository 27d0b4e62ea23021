import type { Task } from '../../domain/tasks/task.ts';
import { DASHES } from './one-job-prompt.ts';
import { type TaskBody, taskInvalid, textIn } from './task-plan.ts';

/** What videos are priced and routed by, the dearest last: 720p costs 3.2 times as much. */
const VIDEO_MODELS: readonly string[] = ['mj_video', 'mj_video_720'];
/** A kind of video ends with its lines; one that is not known might cost anything. */
const VIDEO_TYPE = /^[\w.]{1,60}_(480|720)$/;
/** Makes a video of whatever a prompt is for. */
const VIDEO_FLAG = new RegExp(`${DASHES}video\\b`, 'i');
/** What makes again what the original is. */
const MAKES_AGAIN = new Set([
  'VIDEO',
  'REROLL',
  'VARIATION',
  'HIGH_VARIATION',
  'LOW_VARIATION',
  'MODAL',
]);

/**
 * The model of a submit that makes a video; undefined for one that makes none. Throws AppError for
 * a kind of video without a price.
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

/** Whether an action makes again what its original is. */
export function makesAgain(action: string): boolean {
  return MAKES_AGAIN.has(action);
}

/** The model of a submit that continues a task: a video made again costs what that video costs. */
export function continuedModel(
  { action, model }: { action: string; model: string },
  origin: Pick<Task, 'model_name'> | undefined,
): string {
  if (!origin || !makesAgain(action)) return model;
  const rank = (name: string) => VIDEO_MODELS.indexOf(name);
  return rank(origin.model_name) > rank(model) ? origin.model_name : model;
}
