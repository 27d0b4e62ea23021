import type { SourceOptions } from './source-options.ts';

/** Calls a minute of each user, as our RateLimits say it. */
export const limitUsers = (requests: number): string =>
  JSON.stringify([{ per: 'user', match: ['*'], requests }]);

/**
 * The limit of calls of new-api, which counts each user's in a number of minutes. Groups may have other
 * numbers there: a rule here is for a group as a whole, so the largest holds for all.
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
  // 0 is no limit.
  if (rates.includes(0)) return '[]';
  return limitUsers(Math.ceil(Math.max(...rates) / minutes));
}

/** Groups with a limit of their own; 0 is none. */
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

/** The smaller of two limits of which 0 is none. */
function smallest(all: number, good: number): number {
  const given = [all, good].filter((limit) => limit > 0);
  return given.length === 0 ? 0 : Math.min(...given);
}
