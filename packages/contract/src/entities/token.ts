import { z } from 'zod';
import { nameText } from './readable-name.ts';

export const TOKEN_ENABLED = 1;
export const TOKEN_DISABLED = 2;
/** Derived, never set by a form: expired, or its own limit exhausted. */
export const TOKEN_EXPIRED = 3;
export const TOKEN_EXHAUSTED = 4;

export const TOKEN_NAME_LENGTH_MAX = 30;
export const ALLOW_IPS_LENGTH_MAX = 4000;
/** The highest limit of calls per minute that a key may have. */
export const TOKEN_RATE_LIMIT_MAX = 1_000_000;
export const TOKEN_KEY_LENGTH = 48;
export const TOKENS_PER_USER_MAX = 1000;
/** 2^53-1 quota is 18 billion USD; forms accept a thousandth of it. */
export const QUOTA_INPUT_MAX = 9_000_000_000_000;

/** Quota set by a form. */
export const quotaField = z
  .number({ error: 'quota_invalid' })
  .int('quota_invalid')
  .min(0, 'quota_invalid')
  .max(QUOTA_INPUT_MAX, 'quota_invalid');

/** Quota that an editor saw before the edit; top-ups may have raised it above what forms may set. */
export const balanceField = z
  .number({ error: 'quota_invalid' })
  .int('quota_invalid')
  .min(0, 'quota_invalid');

/** Chosen by a caller that changes a balance: a repeated request is booked once. */
export const idempotencyKeyField = z.string().regex(/^[\w-]{8,64}$/);

export const tokenName = nameText('token_name_length').refine(
  (name) => [...name].length >= 1 && [...name].length <= TOKEN_NAME_LENGTH_MAX,
  'token_name_length',
);

/** Fields that a form may set. All others are set by the server. */
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
  /** One address or CIDR range per line; empty allows all (CONFLICT-031: an allowlist). */
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
  rate_limit: z.number().int().min(0).max(TOKEN_RATE_LIMIT_MAX).default(0),
  mj_mode: z.enum(['', 'fast', 'relax', 'turbo']).default(''),
  /** Spending limits per day, week (from Monday) and month in UTC; 0 means no limit. */
  day_quota: quotaField.default(0),
  week_quota: quotaField.default(0),
  month_quota: quotaField.default(0),
});

/** A limit per day, week or month in UTC, and how much of it the current period has used. */
export const keyPeriod = z.object({
  period: z.enum(['day', 'week', 'month']),
  limit: z.number().int(),
  spent: z.number().int(),
  /** When the next period begins, in seconds. */
  ends_at: z.number().int(),
});
export type KeyPeriod = z.output<typeof keyPeriod>;

export const tokenEntity = z.object({
  id: z.number().int(),
  user_id: z.number().int(),
  name: z.string(),
  /** Without the sk- prefix, although the spec's list shows it. Visible to the owner only. */
  key: z.string(),
  /**
   * True if the stored key can't be decrypted (it was sealed with another master key): `key` is then empty.
   */
  key_unreadable: z.boolean(),
  status: z.number().int(),
  remain_quota: z.number().int(),
  unlimited_quota: z.boolean(),
  used_quota: z.number().int(),
  expired_time: z.number().int(),
  created_time: z.number().int(),
  accessed_time: z.number().int(),
  /** Address of the last use; empty if unknown. */
  accessed_ip: z.string(),
  allow_ips: z.string(),
  group: z.string(),
  model_limits_enabled: z.boolean(),
  model_limits: z.string(),
  rate_limit: z.number().int(),
  mj_mode: z.string(),
  /** The member who created it, for a team's key; otherwise 0. */
  created_by: z.number().int(),
  /** Whether its calls' payloads are stored for the super admin, who alone can switch this (ADR 87). */
  payload_log: z.boolean(),
  /** In lists of a team's keys: that member's name. */
  created_by_name: z.string().optional(),
  day_quota: z.number().int(),
  week_quota: z.number().int(),
  month_quota: z.number().int(),
  /** In lists: usage of the daily, weekly and monthly limits, if there are any. */
  periods: z.array(keyPeriod).optional(),
  /** In search results: cost on each of the last seven days (UTC), today last. */
  week: z.array(z.number().int()).optional(),
});
export type Token = z.output<typeof tokenEntity>;
