import { type Pricing, QUOTA_TYPE_CALL } from '@tollgate/contract';
import type { Completion } from './conversation.ts';

/** 1 USD; a model ratio of 1 is one unit per token. */
export const UNITS_PER_USD = 500_000;
/** How many characters are examined to detect the script. */
const LOOKED_AT = 200;

/** Estimates the tokens of a text: about four characters each in Latin script, fewer in Chinese. */
export function estimateTokens(text: string): number {
  const head = text.slice(0, LOOKED_AT);
  const wide = [...head].filter((sign) => sign > '⺀').length / Math.max(1, head.length);
  return Math.ceil(text.length * (0.25 + 0.45 * wide));
}

/**
 * Estimates the cost of an answer so far, in quota; undefined for a model without a known price. A price per call
 * is one in dollars, of which `quotaPerUnit` is the site's unit.
 */
export function estimateCost(
  price: Pricing | undefined,
  groupRatio: number,
  {
    answerTokens: completionTokens,
    promptTokens,
    quotaPerUnit = UNITS_PER_USD,
  }: { answerTokens: number; promptTokens: number; quotaPerUnit?: number },
): number | undefined {
  if (!price || Number.isNaN(groupRatio)) return undefined;
  if (price.quota_type === QUOTA_TYPE_CALL)
    return Math.round(price.model_price * quotaPerUnit * groupRatio);
  const units = promptTokens + completionTokens * price.completion_ratio;
  return Math.round(units * price.model_ratio * groupRatio);
}

/** Returns tokens per second after the first one; undefined if too little is known. */
export function tokensPerSecond(completion: Completion): number | undefined {
  const { completionTokens = 0, firstTokenMs, totalMs } = completion;
  if (firstTokenMs === undefined || totalMs === undefined) return undefined;
  const seconds = (totalMs - firstTokenMs) / 1000;
  return seconds > 0.05 && completionTokens > 1 ? completionTokens / seconds : undefined;
}
