import { z } from 'zod';

/** How long the pieces are that a range is shown in; hours, days and weeks (from Monday) of the reader's zone. */
export const USAGE_PIECES = ['hour', '6h', 'day', 'week'] as const;
export type UsagePiece = (typeof USAGE_PIECES)[number];

/** What usage is broken down by. Owners see theirs by model and key. */
export const USAGE_DIMENSIONS = ['model', 'channel', 'user', 'key', 'group'] as const;
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number];
export const OWN_USAGE_DIMENSIONS = ['model', 'key'] as const satisfies readonly UsageDimension[];

/** What is compared and ranked: net spend, calls, tokens or failed calls. */
export const USAGE_MEASURES = ['spend', 'calls', 'tokens', 'failed'] as const;
export type UsageMeasure = (typeof USAGE_MEASURES)[number];

const count = z.number().int();
/** Milliseconds; null where nothing was timed. */
const latency = z.number().int().nullable();

/** What calls come to. */
export const usageFigures = z.object({
  /** Quota units, net of what was refunded in the same time. */
  spend: count,
  refunded: count,
  /** All calls, failed ones too. */
  calls: count,
  failed: count,
  prompt_tokens: count,
  completion_tokens: count,
  /** Estimated from histograms with buckets 19% wide. First tokens are those of streams. */
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
  /** How people call it; '' where it is gone. */
  name: z.string(),
  /** Whose a key is; '' where that is not shown. */
  owner: z.string(),
  figures: usageFigures,
  before: usageFigures.nullable(),
  /** The measure in each piece; only for those that a chart shows. */
  values: z.array(count),
});
export type UsageRow = z.output<typeof usageRow>;

export const usageReport = z.object({
  piece: z.enum(USAGE_PIECES),
  /** IANA name of the zone that days and weeks are of. */
  time_zone: z.string(),
  /** Seconds; when the figures were read. */
  read_at: count,
  /** Edges of the pieces, in seconds: one more than there are pieces. */
  edges: z.array(count),
  totals: usageFigures,
  /** The range compared with, as far as this one has come; null without one. */
  before: usageFigures.nullable(),
  pieces: z.array(usageFigures),
  /** Spend, calls, tokens or failed calls of the range compared with, piece by piece. */
  before_values: z.array(count),
  before_pieces: z.array(usageFigures),
  /** What orders and redemption codes brought in, in quota units; null for owners. */
  revenue: z
    .object({
      total: count,
      before: count.nullable(),
      values: z.array(count),
      /** Piece by piece of the range compared with; empty without one. */
      before_values: z.array(count),
    })
    .nullable(),
  by: z.enum(USAGE_DIMENSIONS),
  /** How many models, channels, … there are in all. */
  count,
  /** The same of everything that it can be broken down by. */
  counts: z.partialRecord(z.enum(USAGE_DIMENSIONS), count),
  rows: z.array(usageRow),
  /** All that have no row. */
  other: usageFigures,
  /** The measure in each piece of all that no chart row shows. */
  other_values: z.array(count),
});
export type UsageReport = z.output<typeof usageReport>;

/** The traffic of this minute, and of the last day by quarters of an hour. */
export const usageNow = z.object({
  /** Answered calls and tokens of the last 60 seconds. */
  rpm: count,
  tpm: count,
  /** Calls of each quarter of an hour, the oldest first. */
  values: z.array(count),
});
export type UsageNow = z.output<typeof usageNow>;

/** How long a balance lasts if it is spent as in the last 7 days. */
export const balanceForecast = z.object({
  /** Quota units. */
  balance: z.number().int(),
  /** Average of the last 7 days; null with calls on fewer than 3 of them: then there is no forecast. */
  spend_per_day: count.nullable(),
  /** Null where there is no forecast, or nothing is spent. */
  days_left: z.number().nullable(),
  /** Seconds. */
  empty_at: count.nullable(),
  /** The balance at the end of each of the last days, the oldest first; today's is the present one. */
  history: z.array(z.object({ at: count, balance: z.number().int() })),
});
export type BalanceForecast = z.output<typeof balanceForecast>;
