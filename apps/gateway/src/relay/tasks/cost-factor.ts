import type { Task } from '../../domain/tasks/task.ts';
import { readObject } from '../../platform/lenient-json.ts';
import { DASHES, SET } from './one-job-prompt.ts';
import { repeatsOriginal } from './video-model.ts';

/**
 * What makes an image cost more than the price of its action, by the GPU time that it takes. Sources, copies
 * of Midjourney's documentation read November 2026: "Fast, Relax and Turbo Modes" (turbo takes twice the
 * time), "Quality" (time is proportional to the value). We found no source for `--hd`: it is assumed to take
 * as much as the highest quality, so that no image is sold at a loss.
 */
const QUALITY = new RegExp(`${DASHES}(?:quality|q)${SET}(\\p{Nd}+)`, 'giu');
const QUALITY_MAX = 4;
const HD = new RegExp(`${DASHES}hd\\b`, 'i');
const HD_FACTOR = 4;
const TURBO = new RegExp(`${DASHES}turbo\\b`, 'i');
const TURBO_FACTOR = 2;

/** Returns the multiple of its action's price that an image costs. */
export function costFactor(prompt: string, mode = ''): number {
  const turbo = mode === 'turbo' || TURBO.test(prompt) ? TURBO_FACTOR : 1;
  return qualityOf(prompt) * (HD.test(prompt) ? HD_FACTOR : 1) * turbo;
}

/** Returns the highest quality given; for digits that can't be parsed, the maximum. */
function qualityOf(prompt: string): number {
  const qualities = [...prompt.matchAll(QUALITY)].map(([, digits]) => Number(digits));
  const values = qualities.map((value) => (Number.isNaN(value) ? QUALITY_MAX : value));
  return Math.min(Math.max(1, ...values), QUALITY_MAX);
}

/** Returns the factor of a submit that may repeat the work of another task. */
export function continuedFactor(
  { action, factor }: { action: string; factor: number },
  origin: Pick<Task, 'data'> | undefined,
): number {
  if (!origin || !repeatsOriginal(action)) return factor;
  const { prompt } = readObject(origin.data);
  return Math.max(factor, typeof prompt === 'string' ? costFactor(prompt) : 1);
}
