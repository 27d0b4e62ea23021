import type { Effort, Reasoning } from './request.ts';

/** Thinking tokens that an effort corresponds to, where a provider wants a number. */
const BUDGETS: Readonly<Record<Effort, number>> = {
  none: 0,
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 32_768,
  max: 49_152,
};

/** From the least to the most. */
export const EFFORTS = Object.keys(BUDGETS) as readonly Effort[];

export function isEffort(value: unknown): value is Effort {
  return EFFORTS.includes(value as Effort);
}

/** The budget that a request sets, in tokens; undefined when the model decides. */
export function budgetOf(reasoning: Reasoning): number | undefined {
  if (reasoning.budget !== undefined) return reasoning.budget;
  return reasoning.effort === undefined ? undefined : BUDGETS[reasoning.effort];
}

/** The effort that a request sets; undefined when the model decides. */
export function effortOf(reasoning: Reasoning): Effort | undefined {
  if (reasoning.effort !== undefined) return reasoning.effort;
  const { budget } = reasoning;
  if (budget === undefined || budget < 0) return undefined;
  if (budget === 0) return 'none';
  if (budget < 2048) return 'minimal';
  if (budget < 8192) return 'low';
  return budget < 16_384 ? 'medium' : 'high';
}
