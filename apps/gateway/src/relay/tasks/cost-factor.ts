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

/** The mode wherever a filter names it: services ignore the case of members and of values. */
const TURBO_MODE = /turbo/i;

/** Returns the multiple of its action's price that an image costs on the accounts that a filter selects. */
export function costFactor(
  prompt: string,
  accountFilter?: Readonly<Record<string, unknown>>,
): number {
  const turbo = TURBO_MODE.test(JSON.stringify(accountFilter ?? '')) || TURBO.test(prompt);
  return qualityOf(prompt) * (HD.test(prompt) ? HD_FACTOR : 1) * (turbo ? TURBO_FACTOR : 1);
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
  return origin && repeatsOriginal(action) ? Math.max(factor, inheritedFactor(origin)) : factor;
}

/**
 * Returns what a continued task passes on to whatever repeats it, so that no chain loses it: the upstream's
 * reports may lack the prompt, and a follow-up has none of its own. Empty where nothing is longer than usual.
 */
export function factorToInherit(
  factor: number,
  origin: Pick<Task, 'data'> | undefined,
): { costFactor?: number } {
  const longest = Math.max(factor, origin ? inheritedFactor(origin) : 1);
  return longest > 1 ? { costFactor: longest } : {};
}

function inheritedFactor({ data }: Pick<Task, 'data'>): number {
  const { prompt, costFactor: inherited } = readObject(data);
  return Math.max(
    typeof prompt === 'string' ? costFactor(prompt) : 1,
    typeof inherited === 'number' ? inherited : 1,
  );
}
