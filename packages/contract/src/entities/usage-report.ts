import { z } from 'zod';

/**
 * Interval lengths in which a range is shown; hours, days and weeks (from Monday) in the reader's time zone.
 */
export const USAGE_PIECES = ['hour', '6h', 'day', 'week'] as const;
export type UsagePiece = (typeof USAGE_PIECES)[number];

/** Dimensions of the usage breakdown. Owners see theirs by model and key. */
export const USAGE_DIMENSIONS = ['model', 'channel', 'user', 'key', 'group'] as const;
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number];
export const OWN_USAGE_DIMENSIONS = ['model', 'key'] as const satisfies readonly UsageDimension[];

/** Measures to compare and rank by: net spend, calls, tokens or failed calls. */
export const USAGE_MEASURES = ['spend', 'calls', 'tokens', 'failed'] as const;
export type UsageMeasure = (typeof USAGE_MEASURES)[number];

const count = z.number().int();
/** Milliseconds; null if nothing was measured. */
const latency = z.number().int().nullable();

/** Totals of calls. */
export const usageFigures = z.object({
  /** Quota units, net of refunds in the same time. */
  spend: count,
  refunded: count,
  /** All calls, including failed ones. */
  calls: count,
  failed: count,
  prompt_tokens: count,
  completion_tokens: count,
  /** Estimated from histograms with buckets 19% wide. First-token times cover streams only. */
  first_token_p50: latency,
  first_token_p95: latency,
  total_p50: latency,
  total_p95: latency,
});
export type UsageFigures = z.output<typeof usageFigures>;

/** One model, channel, user, key or group. */
export const usageRow = z.object({
  /** The name of a model or group, else an id. */
  key: z.string(),
  /** Display name; '' if it is gone. */
  name: z.string(),
  /** Owner of a key; '' if not shown. */
  owner: z.string(),
  /** Whether the user, or the owner of the key, is a team. */
  is_team: z.boolean(),
  figures: usageFigures,
  before: usageFigures.nullable(),
  /** The measure in each interval; only for rows that a chart shows. */
  values: z.array(count),
});
export type UsageRow = z.output<typeof usageRow>;

export const usageReport = z.object({
  piece: z.enum(USAGE_PIECES),
  /** IANA name of the time zone of days and weeks. */
  time_zone: z.string(),
  /** When the figures were read, in seconds. */
  read_at: count,
  /** Edges of the intervals, in seconds: one more than there are intervals. */
  edges: z.array(count),
  totals: usageFigures,
  /** The range compared with, up to as far as this one has come; null without one. */
  before: usageFigures.nullable(),
  pieces: z.array(usageFigures),
  /** Spend, calls, tokens or failed calls of the range compared with, by interval. */
  before_values: z.array(count),
  before_pieces: z.array(usageFigures),
  /** Revenue from orders and redemption codes, in quota units; null for owners. */
  revenue: z
    .object({
      total: count,
      before: count.nullable(),
      values: z.array(count),
      /** Values of the range compared with, by interval; empty without one. */
      before_values: z.array(count),
    })
    .nullable(),
  by: z.enum(USAGE_DIMENSIONS),
  /** Total number of models, channels, … */
  count,
  /** The same for every available dimension. */
  counts: z.partialRecord(z.enum(USAGE_DIMENSIONS), count),
  rows: z.array(usageRow),
  /** Everything that has no row. */
  other: usageFigures,
  /** The measure in each interval, for everything that no chart row shows. */
  other_values: z.array(count),
});
export type UsageReport = z.output<typeof usageReport>;

/** Traffic of this minute, and of the last day by quarters of an hour. */
export const usageNow = z.object({
  /** Answered calls and tokens in the last 60 seconds. */
  rpm: count,
  tpm: count,
  /** Calls in each quarter of an hour, oldest first. */
  values: z.array(count),
});
export type UsageNow = z.output<typeof usageNow>;

/** How long a balance lasts at the rate of the last 7 days. */
export const balanceForecast = z.object({
  /** Quota units. */
  balance: z.number().int(),
  /** Average of the last 7 days; null if fewer than 3 of them have calls: there is then no forecast. */
  spend_per_day: count.nullable(),
  /** Null if there is no forecast, or nothing is spent. */
  days_left: z.number().nullable(),
  /** Seconds. */
  empty_at: count.nullable(),
  /** Balance at the end of each of the last days, oldest first; today's is the current one. */
  history: z.array(z.object({ at: count, balance: z.number().int() })),
});
export type BalanceForecast = z.output<typeof balanceForecast>;
