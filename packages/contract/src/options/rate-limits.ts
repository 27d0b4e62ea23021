import { z } from 'zod';

const limit = z.number().int().min(0).max(1_000_000_000_000).default(0);

/** What a rule counts by: every key, user, group or model that it matches has counters of its own. */
const limitScopes = ['key', 'user', 'group', 'model'] as const;
export type LimitScope = (typeof limitScopes)[number];

const rateLimitRule = z.strictObject({
  per: z.enum(limitScopes),
  /** Ids (keys, users) or names (groups, models; a final `*` matches the rest). */
  match: z.array(z.string().trim().min(1).max(200)).max(500).default(['*']),
  /** Calls a minute; 0 no limit, as below. */
  requests: limit,
  /** Tokens a minute, prompt and completion. */
  tokens: limit,
  /** Quota a minute. */
  quota: limit,
  /** Calls at the same time. */
  concurrent: limit,
});

/** One limit of the relay. */
export type RateLimitRule = z.output<typeof rateLimitRule>;

const rateLimitRules = z.array(rateLimitRule).max(100);
type RateLimitRulesInput = z.input<typeof rateLimitRules>;

/** The option RateLimits as it is stored: absent members have their defaults. */
export const rateLimitRulesInput = z.custom<RateLimitRulesInput>(
  (value) => rateLimitRules.safeParse(value).success,
);

/** The rules of the option RateLimits with their defaults; undefined when they are not well-formed. */
export function readRateLimits(value: unknown): RateLimitRule[] | undefined {
  return rateLimitRules.safeParse(value).data;
}

/** The groups that a stored value of RateLimits names; patterns are none. */
export const groupsOfLimits = (value: string): string[] =>
  (readRateLimits(JSON.parse(value)) ?? [])
    .filter(({ per }) => per === 'group')
    .flatMap(({ match }) => match.filter((name) => !name.endsWith('*')));
