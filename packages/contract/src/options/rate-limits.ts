import { z } from 'zod';

const limit = z.number().int().min(0).max(1_000_000_000_000).default(0);

/** What a rule counts by: every matching key, user, group or model has its own counters. */
const limitScopes = ['key', 'user', 'group', 'model'] as const;
export type LimitScope = (typeof limitScopes)[number];

const rateLimitRule = z.strictObject({
  per: z.enum(limitScopes),
  /** Ids (keys, users) or names (groups, models; a final `*` matches any suffix). */
  match: z.array(z.string().trim().min(1).max(200)).max(500).default(['*']),
  /** Calls per minute; 0 means no limit, here and below. */
  requests: limit,
  /** Prompt and completion tokens per minute. */
  tokens: limit,
  /** Quota per minute. */
  quota: limit,
  /** Concurrent calls. */
  concurrent: limit,
});

/** A rate limit of the relay. */
export type RateLimitRule = z.output<typeof rateLimitRule>;

const rateLimitRules = z.array(rateLimitRule).max(100);
type RateLimitRulesInput = z.input<typeof rateLimitRules>;

/** The option RateLimits as stored: absent members have their defaults. */
export const rateLimitRulesInput = z.custom<RateLimitRulesInput>(
  (value) => rateLimitRules.safeParse(value).success,
);

/**
 * Parses the rules of the option RateLimits and fills in defaults; returns undefined if they are malformed.
 */
export function readRateLimits(value: unknown): RateLimitRule[] | undefined {
  return rateLimitRules.safeParse(value).data;
}

/** The groups named in a stored value of RateLimits, without patterns. */
export const groupsOfLimits = (value: string): string[] =>
  (readRateLimits(JSON.parse(value)) ?? [])
    .filter(({ per }) => per === 'group')
    .flatMap(({ match }) => match.filter((name) => !name.endsWith('*')));
