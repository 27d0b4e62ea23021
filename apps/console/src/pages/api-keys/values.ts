import { type Token, TOKEN_NAME_LENGTH_MAX, TOKEN_RATE_LIMIT_MAX } from '@tollgate/contract';
import { formatTime, parseTime } from '../../ui/format/format-time.ts';

/** The values of the form; times and lists as users type them. */
export interface ApiKeyValues {
  name: string;
  /** YYYY-MM-DD HH:mm, or empty for never. */
  expires: string;
  unlimited: boolean;
  quota: number;
  group: string | null;
  count: number;
  models: string[];
  allowIps: string;
  rate: number;
  day_quota: number;
  week_quota: number;
  month_quota: number;
  mjMode: string | null;
}

export const EXPIRY_PRESETS = [
  { name: 'never', seconds: 0 },
  { name: 'month', seconds: 30 * 86_400 },
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
] as const;

/** Returns the form values of a key, or of a new one with the spec's defaults. */
export function initialValues(apiKey: Token | undefined): ApiKeyValues {
  return {
    name: apiKey?.name ?? '',
    expires: apiKey && apiKey.expired_time !== -1 ? formatTime(apiKey.expired_time) : '',
    unlimited: apiKey?.unlimited_quota ?? true,
    quota: apiKey?.remain_quota ?? 500_000,
    group: apiKey?.group || null,
    count: 1,
    models: apiKey?.model_limits_enabled ? apiKey.model_limits.split(',').filter(Boolean) : [],
    allowIps: apiKey?.allow_ips ?? '',
    rate: apiKey?.rate_limit ?? 0,
    day_quota: apiKey?.day_quota ?? 0,
    week_quota: apiKey?.week_quota ?? 0,
    month_quota: apiKey?.month_quota ?? 0,
    mjMode: apiKey?.mj_mode || null,
  };
}

/** Parses an expiry: -1 (never) for empty input, undefined for an invalid date. */
export function parseExpiry(text: string): number | undefined {
  return text.trim() === '' ? -1 : parseTime(text);
}

/** Rounds input down to a whole number of at least 0. */
const wholeOf = (typed: number): number => Math.max(0, Math.floor(Number(typed) || 0));

/** Returns the fields to send. */
export function toFields(values: ApiKeyValues) {
  return {
    name: values.name.trim(),
    expired_time: parseExpiry(values.expires) ?? -1,
    unlimited_quota: values.unlimited,
    remain_quota: wholeOf(values.quota),
    group: values.group ?? '',
    model_limits_enabled: values.models.length > 0,
    model_limits: values.models.join(','),
    allow_ips: values.allowIps,
    rate_limit: Math.min(wholeOf(values.rate), TOKEN_RATE_LIMIT_MAX),
    day_quota: wholeOf(values.day_quota),
    week_quota: wholeOf(values.week_quota),
    month_quota: wholeOf(values.month_quota),
    mj_mode: (values.mjMode ?? '') as '' | 'fast' | 'relax' | 'turbo',
  };
}

const SUFFIX_LENGTH = 6;

/** How many keys can be created at once. */
export const KEYS_AT_ONCE_MAX = 100;

/** Returns six random letters and digits, for names of a batch. */
export function randomSuffix(): string {
  return [...crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH))]
    .map((byte) => (byte % 36).toString(36))
    .join('');
}

/** Returns the names of a batch of keys: the name itself for one, with a suffix each for several. */
export function batchNames(name: string, count: number, suffix: () => string): string[] {
  const requested = Math.max(1, Math.trunc(Number(count) || 1));
  if (requested === 1) return [name];
  const names = new Set<string>();
  while (names.size < requested) names.add(`${name}-${suffix()}`);
  return [...names];
}

/** Returns the maximum length of a name that leaves space for the batch's suffix. */
export function nameLengthMax(count: number): number {
  return TOKEN_NAME_LENGTH_MAX - (count > 1 ? SUFFIX_LENGTH + 1 : 0);
}
