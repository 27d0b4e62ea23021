import type { Usage } from '../openai-chat/usage.ts';

/** Token counts of a call: what is billed, and finer figures where a dialect tells them. */
export interface ChatUsage extends Usage {
  readonly imageOutputTokens?: number;
}

/** More than any model can read, and few enough to be added up. */
const TOKENS_MAX = 1e9;

/** A usable token count, or undefined. */
export function countOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0)) return undefined;
  return Math.round(Math.min(value, TOKENS_MAX));
}
