import { isObject } from '../../platform/lenient-json.ts';
import type { Task } from './task.ts';

/**
 * Returns whether a music task made a clip, by its provider's id. Only the clips' own ids count: their other
 * members repeat what callers wrote.
 */
export function hasClip(task: Pick<Task, 'data'>, clipId: string): boolean {
  const { data } = JSON.parse(task.data) as { data?: unknown };
  const clips: unknown[] = Array.isArray(data) ? data : [data];
  return clips.some((clip) => isObject(clip) && (clip.id === clipId || clip.clip_id === clipId));
}
