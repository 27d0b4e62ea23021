import type { Task } from '../../domain/tasks/task.ts';
import { readObject } from '../../platform/lenient-json.ts';
import { DASHES, SET } from './one-job-prompt.ts';
import { makesAgain } from './video-model.ts';

/**
 * What makes a drawing dearer than the price of its action, by the GPU time that it takes. Sources, copies of
 * Midjourney's documentation read November 2026: "Fast, Relax and Turbo Modes" (turbo takes twice the time),
 * "Quality" (the time goes with the value). None that we found says what `--hd` takes: as much as the highest
 * quality is assumed, so that nobody draws at a loss.
 */
const QUALITY = new RegExp(`${DASHES}(?:quality|q)${SET}(\\p{Nd}+)`, 'giu');
const QUALITY_MAX = 4;
const HD = new RegExp(`${DASHES}hd\\b`, 'i');
const HD_FACTOR = 4;
const TURBO = new RegExp(`${DASHES}turbo\\b`, 'i');
const TURBO_FACTOR = 2;

/** How many times the price of its action a drawing costs. */
export function costFactor(prompt: string, mode = ''): number {
  const turbo = mode === 'turbo' || TURBO.test(prompt) ? TURBO_FACTOR : 1;
  return qualityOf(prompt) * (HD.test(prompt) ? HD_FACTOR : 1) * turbo;
}

/** The highest that is named; of digits that nobody reads here, the highest that there is. */
function qualityOf(prompt: string): number {
  const named = [...prompt.matchAll(QUALITY)].map(([, digits]) => Number(digits));
  const known = named.map((value) => (Number.isNaN(value) ? QUALITY_MAX : value));
  return Math.min(Math.max(1, ...known), QUALITY_MAX);
}

/** The same for a submit that may make again what another task made. */
export function continuedFactor(
  { action, factor }: { action: string; factor: number },
  origin: Pick<Task, 'data'> | undefined,
): number {
  if (!origin || !makesAgain(action)) return factor;
  const { prompt } = readObject(origin.data);
  return Math.max(factor, typeof prompt === 'string' ? costFactor(prompt) : 1);
}
