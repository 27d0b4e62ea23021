import type { SourceOptions } from './source-options.ts';

/** Returns our RateLimits option for a number of calls per minute and user. */
export const limitUsers = (requests: number): string =>
  JSON.stringify([{ per: 'user', match: ['*'], requests }]);

/**
 * Converts new-api's rate limit, which counts each user's calls over a number of minutes. Its groups may have
 * their own limits, but a rule here limits a group as a whole; so the highest applies to everybody.
 */
export function toRateLimits(enabled: string, options: SourceOptions): string | undefined {
  if (enabled.trim() !== 'true') return '[]';
  const numberOf = (name: string, fallback: number) => {
    const number = Number(options.get(`ModelRequestRateLimit${name}`) ?? fallback);
    return Number.isFinite(number) && number >= 0 ? number : fallback;
  };
  const minutes = Math.max(1, numberOf('DurationMinutes', 1));
  const rates = [
    smallest(numberOf('Count', 0), numberOf('SuccessCount', 1000)),
    ...readGroupLimits(options).map(({ rate }) => rate),
  ];
  // 0 means no limit.
  if (rates.includes(0)) return '[]';
  return limitUsers(Math.ceil(Math.max(...rates) / minutes));
}

/** Reads groups with a limit of their own; 0 means none. */
export function readGroupLimits(options: SourceOptions): { group: string; rate: number }[] {
  try {
    const table: unknown = JSON.parse(options.get('ModelRequestRateLimitGroup') ?? '{}');
    return Object.entries(table as Record<string, unknown>).flatMap(([group, pair]) =>
      Array.isArray(pair) ? [{ group, rate: smallest(Number(pair[0]), Number(pair[1])) }] : [],
    );
  } catch {
    return [];
  }
}

/** Returns the smaller of two limits, of which 0 means none. */
function smallest(all: number, successes: number): number {
  const setLimits = [all, successes].filter((limit) => limit > 0);
  return setLimits.length === 0 ? 0 : Math.min(...setLimits);
}
