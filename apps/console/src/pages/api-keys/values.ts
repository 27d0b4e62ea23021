import { type Token, TOKEN_NAME_LENGTH_MAX } from '@tollgate/contract';
import { formatTime, parseTime } from '../../ui/format/format-time.ts';

/** What the form holds; times and lists as people write them. */
export interface ApiKeyValues {
  name: string;
  /** YYYY-MM-DD HH:mm or empty for never. */
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

/** The form of a key, or of a new one with the spec's defaults. */
export function initialValues(apiKey: Token | undefined): ApiKeyValues {
  return {
    name: apiKey?.name ?? '',
    expires: apiKey && apiKey.expired_time !== -1 ? formatTime(apiKey.expired_time) : '',
    unlimited: apiKey?.unlimited_quota ?? true,
    quota: apiKey?.remain_quota ?? 500_000,
    group: apiKey?.group || null,
    count: 1,
    models: apiKey && apiKey.model_limits !== '' ? apiKey.model_limits.split(',') : [],
    allowIps: apiKey?.allow_ips ?? '',
    rate: apiKey?.rate_limit ?? 0,
    day_quota: apiKey?.day_quota ?? 0,
    week_quota: apiKey?.week_quota ?? 0,
    month_quota: apiKey?.month_quota ?? 0,
    mjMode: apiKey?.mj_mode || null,
  };
}

/** The expiry for what was typed: -1 (never) for nothing, undefined for what is no date. */
export function parseExpiry(text: string): number | undefined {
  return text.trim() === '' ? -1 : parseTime(text);
}

/** What was typed, as a whole number of 0 or more. */
const wholeOf = (typed: number): number => Math.max(0, Math.floor(Number(typed) || 0));

/** The fields to send. */
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
    rate_limit: wholeOf(values.rate),
    day_quota: wholeOf(values.day_quota),
    week_quota: wholeOf(values.week_quota),
    month_quota: wholeOf(values.month_quota),
    mj_mode: (values.mjMode ?? '') as '' | 'fast' | 'relax' | 'turbo',
  };
}

const SUFFIX_LENGTH = 6;

/** Six letters and digits, for names made in a batch. */
export function randomSuffix(): string {
  return [...crypto.getRandomValues(new Uint8Array(SUFFIX_LENGTH))]
    .map((byte) => (byte % 36).toString(36))
    .join('');
}

/** The names of keys made at once: the name itself for one, with a suffix each for more. */
export function batchNames(name: string, count: number, suffix: () => string): string[] {
  const wanted = Math.max(1, Math.trunc(Number(count) || 1));
  if (wanted === 1) return [name];
  const names = new Set<string>();
  while (names.size < wanted) names.add(`${name}-${suffix()}`);
  return [...names];
}

/** How long a name may be, so that what the batch adds still fits. */
export function nameLengthMax(count: number): number {
  return TOKEN_NAME_LENGTH_MAX - (count > 1 ? SUFFIX_LENGTH + 1 : 0);
}
