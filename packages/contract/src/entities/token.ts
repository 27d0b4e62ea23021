import { z } from 'zod';

export const TOKEN_ENABLED = 1;
export const TOKEN_DISABLED = 2;
/** Derived, never stored by a form: past its time, or its own limit spent. */
export const TOKEN_EXPIRED = 3;
export const TOKEN_EXHAUSTED = 4;

export const TOKEN_NAME_LENGTH_MAX = 30;
export const ALLOW_IPS_LENGTH_MAX = 4000;
export const TOKEN_KEY_LENGTH = 48;
export const TOKENS_PER_USER_MAX = 1000;
/** 2^53-1 quota is 18 billion USD; a form accepts a thousandth of it. */
export const QUOTA_INPUT_MAX = 9_000_000_000_000;

/** Quota that a form sets. */
export const quotaField = z
  .number({ error: 'quota_invalid' })
  .int('quota_invalid')
  .min(0, 'quota_invalid')
  .max(QUOTA_INPUT_MAX, 'quota_invalid');

/**
 * Quota that an editor saw before the edit; top-ups may have taken it beyond what forms may set.
 */
export const balanceField = z
  .number({ error: 'quota_invalid' })
  .int('quota_invalid')
  .min(0, 'quota_invalid');

/** Chosen by the caller that changes a balance: the same one sent again is booked once. */
export const idempotencyKeyField = z.string().regex(/^[\w-]{8,64}$/);

export const tokenName = z
  .string({ error: 'token_name_length' })
  .trim()
  .refine(
    (name) => [...name].length >= 1 && [...name].length <= TOKEN_NAME_LENGTH_MAX,
    'token_name_length',
  );

/** What a form may set. Everything else of a token is the server's. */
export const tokenFields = z.object({
  name: tokenName,
  expired_time: z
    .number({ error: 'expired_time_invalid' })
    .int('expired_time_invalid')
    .refine(
      (seconds) => seconds === -1 || (seconds > 0 && seconds <= 253_402_300_799),
      'expired_time_invalid',
    )
    .default(-1),
  remain_quota: quotaField.default(500_000),
  unlimited_quota: z.boolean().default(true),
  /** One address or CIDR range a line; empty allows all (CONFLICT-031: an allow list). */
  allow_ips: z
    .string()
    .max(ALLOW_IPS_LENGTH_MAX)
    .nullish()
    .transform((text) => text ?? ''),
  group: z.string().trim().max(64).default(''),
  model_limits_enabled: z.boolean().default(false),
  /** Comma-separated model names. */
  model_limits: z.string().max(20_000, 'model_limits_too_long').default(''),
  /** Calls per minute; 0 means no limit. */
  rate_limit: z.number().int().min(0).max(1_000_000).default(0),
  mj_mode: z.enum(['', 'fast', 'relax', 'turbo']).default(''),
  /** What calls may cost by day, week (from Monday) and month of UTC; 0 means no limit. */
  day_quota: quotaField.default(0),
  week_quota: quotaField.default(0),
  month_quota: quotaField.default(0),
});

/** A limit by day, week or month of UTC, and what of it the period that is running has spent. */
export const keyPeriod = z.object({
  period: z.enum(['day', 'week', 'month']),
  limit: z.number().int(),
  spent: z.number().int(),
  /** Seconds: when the next period begins. */
  ends_at: z.number().int(),
});
export type KeyPeriod = z.output<typeof keyPeriod>;

export const tokenEntity = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  name: z.string(),
  /** Without the sk- prefix, as the spec's list shows it with one. Owner only. */
  key: z.string(),
  /** True where the stored key can't be read (another master key sealed it): then `key` is empty. */
  key_unreadable: z.boolean(),
  status: z.number().int(),
  remain_quota: z.number().int(),
  unlimited_quota: z.boolean(),
  used_quota: z.number().int(),
  expired_time: z.number().int(),
  created_time: z.number().int(),
  accessed_time: z.number().int(),
  /** From where it was last used; empty where that is not known. */
  accessed_ip: z.string(),
  allow_ips: z.string(),
  group: z.string(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string(),
  rate_limit: z.number().int(),
  mj_mode: z.string(),
  /** Which member made it, where a team has it; else 0. */
  created_by: z.number().int(),
  /** What its calls send and get is kept for the super admin; they alone switch that (ADR 87). */
  payload_log: z.boolean(),
  /** In lists of a team's keys: the name of that member. */
  created_by_name: z.string().optional(),
  day_quota: z.number().int(),
  week_quota: z.number().int(),
  month_quota: z.number().int(),
  /** In lists: what is spent of the limits by day, week and month, where there are any. */
  periods: z.array(keyPeriod).optional(),
  /** In answers to a search: what each of the last seven days (UTC) cost, today last. */
  week: z.array(z.number().int()).optional(),
});
export type Token = z.output<typeof tokenEntity>;
