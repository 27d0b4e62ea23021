import type { ChargedCall } from './dialect-scene.ts';

/** Computes a charge by the price page's formula, from the log row's numbers alone. */
export function chargeOf({
  prompt_tokens,
  completion_tokens,
  other,
}: Pick<ChargedCall, 'prompt_tokens' | 'completion_tokens' | 'other'>): number {
  const number = (name: string, otherwise = 0) => (other[name] as number | undefined) ?? otherwise;
  const cached = number('cache_tokens');
  const hour = number('cache_write_hour_tokens');
  const short = number('cache_write_tokens') - hour;
  const base = 2 * number('model_ratio');
  const priceOf = (ratio: string) => priceAtRatio(base, number(ratio, 1));
  const dollars =
    (prompt_tokens - cached - short - hour) * base +
    cached * priceOf('cache_ratio') +
    short * priceOf('cache_write_ratio') +
    hour * priceOf('cache_write_hour_ratio') +
    completion_tokens * priceOf('completion_ratio');
  // Half a quota per USD per million tokens; the inner rounding removes floating-point noise.
  return Math.round(Math.round((dollars / 2) * number('group_ratio') * 1e6) / 1e6);
}

/**
 * Returns USD per million tokens; for a quotient truncated after 9 places, the price it was computed from.
 */
function priceAtRatio(base: number, ratio: number): number {
  const meant = Math.round(base * ratio * 1e6) / 1e6;
  const isQuotient = base > 0 && Math.round((meant / base) * 1e9) === Math.round(ratio * 1e9);
  return isQuotient ? meant : base * ratio;
}
