import type { ChargedCall } from './dialect-scene.ts';

/** The formula of the price page, from the numbers of the log row alone. */
export function chargeOf({
  prompt_tokens,
  completion_tokens,
  other,
}: Pick<ChargedCall, 'prompt_tokens' | 'completion_tokens' | 'other'>): number {
  const number = (name: string, otherwise = 0) => (other[name] as number | undefined) ?? otherwise;
  const cached = number('cache_tokens');
  const hour = number('cache_write_hour_tokens');
  const short = number('cache_write_tokens') - hour;
  const weighed =
    prompt_tokens -
    cached -
    short -
    hour +
    cached * number('cache_ratio', 1) +
    short * number('cache_write_ratio', 1) +
    hour * number('cache_write_hour_ratio', 1) +
    completion_tokens * number('completion_ratio', 1);
  return Math.round(weighed * number('model_ratio') * number('group_ratio'));
}
