import type { Effort, Reasoning } from './request.ts';

/** Thinking budget in tokens for each effort, if a provider requires a number. */
const BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 32_768,
  max: 49_152,
};

/** From least to most. */
export const EFFORTS = Object.keys(BUDGETS) as readonly Effort[];

export function isEffort(value: unknown): value is Effort {
  return EFFORTS.includes(value as Effort);
}

/** Returns the requested thinking budget, in tokens; undefined if the model decides. */
export function budgetOf(reasoning: Reasoning): number | undefined {
  if (reasoning.budget !== undefined) return reasoning.budget;
  return reasoning.effort === undefined ? undefined : BUDGETS[reasoning.effort];
}

/** Returns the requested effort; undefined if the model decides. */
export function effortOf(reasoning: Reasoning): Effort | undefined {
  if (reasoning.effort !== undefined) return reasoning.effort;
  const { budget } = reasoning;
  if (budget === undefined || budget < 0) return undefined;
  if (budget === 0) return 'none';
  if (budget < 2048) return 'minimal';
  if (budget < 8192) return 'low';
  return budget < 16_384 ? 'medium' : 'high';
}
