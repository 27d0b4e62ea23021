import { z } from 'zod';
import { usageClaim } from './usage-claim.ts';

export const LOG_OTHER = 0;
export const LOG_TOPUP = 1;
export const LOG_CONSUME = 2;
export const LOG_MANAGE = 3;
export const LOG_SYSTEM = 4;
/** A call that failed: costs nothing, is there so that the owner can see why. */
export const LOG_ERROR = 5;
export const LOG_TYPES = [
  LOG_OTHER,
  LOG_TOPUP,
  LOG_CONSUME,
  LOG_MANAGE,
  LOG_SYSTEM,
  LOG_ERROR,
] as const;

/**
 * The `other` of a call whose details were deleted, as `LogDetailRetentionDays` wants it: what remains is who
 * called what when, and what it cost.
 */
export const EXPIRED_DETAILS = '{"details":"expired"}';

/** How a call ended: answered, not answered, or answered and its charge given back later. */
export const LOG_STATUSES = ['success', 'failed', 'refunded'] as const;
export type LogStatus = (typeof LOG_STATUSES)[number];

/** Calls over time, in pieces of `step` seconds from `start` on; none where the filter is too narrow to be counted. */
export const logCourse = z.object({
  start: z.number().int(),
  step: z.number().int(),
  pieces: z.array(z.object({ calls: z.number().int(), failed: z.number().int() })),
});
export type LogCourse = z.output<typeof logCourse>;

/** One attempt at a channel, for administrators ("why was this channel chosen"). */
export const logAttempt = z.object({
  channel: z.number().int(),
  name: z.string(),
  /** Milliseconds from sending to the first byte or the fault. */
  ms: z.number().int(),
  status: z.number().int(),
  fault: z.string().optional(),
  /** The kind of the fault, where its code does not say it. */
  kind: z.string().optional(),
  /** Milliseconds to the first piece of a stream, and to the end of a try that failed. */
  first_ms: z.number().int().optional(),
  total_ms: z.number().int().optional(),
  /** Fingerprint of the key, where the channel has several. */
  key: z.string().optional(),
});

/** Where a channel stood when it was decided which one to use: its id, weight and state. */
export const logCandidate = z.tuple([z.number().int(), z.number().int(), z.string()]);

/** One decision on the way of a call. */
export const logDecision = z.object({
  why: z.string(),
  tiers: z.array(
    z.object({
      priority: z.number().int(),
      channels: z.array(logCandidate),
      /** Channels beyond those shown. */
      more: z.number().int().optional(),
    }),
  ),
});

const logTraffic = z.looseObject({
  /** The call was hedged: a second channel was called beside the first. */
  hedge: z
    .looseObject({
      rule: z.number().int(),
      after_ms: z.number(),
      p95_ms: z.number(),
      first: z.number().int(),
      second: z.number().int(),
      won: z.number().int().optional(),
      cancelled_cost: z.number().int().optional(),
    })
    .optional(),
  /** The side of a canary that the call was on, and whether it fell back to the control side. */
  canary: z
    .looseObject({
      rule: z.number().int(),
      side: z.enum(['control', 'trial']),
      model: z.string().optional(),
      fell_back: z.boolean().optional(),
    })
    .optional(),
  /** The rule by which the call was mirrored. */
  mirror: z.looseObject({ rule: z.number().int() }).optional(),
});

/** The `other` JSON of a log row: every factor that the call was charged with. */
export const logOther = z.looseObject({
  /** `expired` where the details of the call were deleted: this is all there is then. */
  details: z.string().optional(),
  frt: z.number().optional(),
  /** Milliseconds from the call's begin to its end. */
  total_ms: z.number().optional(),
  ws: z.boolean().optional(),
  audio: z.boolean().optional(),
  audio_input: z.number().optional(),
  audio_output: z.number().optional(),
  text_input: z.number().optional(),
  text_output: z.number().optional(),
  model_ratio: z.number().optional(),
  model_price: z.number().optional(),
  completion_ratio: z.number().optional(),
  cache_ratio: z.number().optional(),
  cache_write_ratio: z.number().optional(),
  cache_tokens: z.number().optional(),
  cache_write_tokens: z.number().optional(),
  reasoning_tokens: z.number().optional(),
  audio_ratio: z.number().optional(),
  audio_completion_ratio: z.number().optional(),
  image_input: z.number().optional(),
  image_ratio: z.number().optional(),
  /** The price is that of prompts with more tokens than this. */
  price_tier: z.number().optional(),
  /** Charged images, and how size and quality change the price. */
  images: z.number().optional(),
  image_size: z.string().optional(),
  image_quality: z.string().optional(),
  size_factor: z.number().optional(),
  quality_factor: z.number().optional(),
  /** Characters of a text that was spoken, and seconds of a speech that was written down. */
  characters: z.number().optional(),
  seconds: z.number().optional(),
  /** Tools that ran at the provider: uses, and USD for each and for the call. */
  tools: z
    .record(z.string(), z.object({ uses: z.number(), use: z.number(), request: z.number() }))
    .optional(),
  /** Service tiers, and what each made of the price of tokens. */
  tier_ratios: z.record(z.string(), z.number()).optional(),
  /** Uses of tools that the upstream reported beyond what was charged. */
  tool_claims: z.record(z.string(), z.number()).optional(),
  /** The service tier that the upstream reported. */
  service_tier: z.string().optional(),
  group_ratio: z.number().optional(),
  group: z.string().optional(),
  quota_per_unit: z.number().optional(),
  /** Set where upstream reported no usage and the tokens are the gateway's estimate. */
  estimated: z.boolean().optional(),
  price_version: z.string().optional(),
  request_path: z.string().optional(),
  /** The trace that the caller had the call in (`traceparent`). */
  trace_id: z.string().optional(),
  upstream_model_name: z.string().optional(),
  /** How the response ended when not plainly: client_gone, client_stalled, interrupted … */
  end: z.string().optional(),
  /** What that meant: abort, charge or drain; not-sent where no byte had reached the upstream, failed where it then did. */
  on_client_gone: z.string().optional(),
  /** The client was gone and the rest was read all the same: whole, or cut at a bound. */
  drained: z.string().optional(),
  usage_claim: usageClaim.optional(),
  /** The batch that the row is about: lines that it charges, and lines of its input. */
  batch: z.object({ id: z.string(), lines: z.number(), total: z.number() }).optional(),
  /** What a top-up (type 1) added, quota. */
  quota: z.number().optional(),
  /** What was reserved before the call, quota. */
  reserved: z.number().optional(),
  error_code: z.string().optional(),
  /** Why a call failed (type 5), where it was the gateway's own doing; `content` is its text in the reader's language. */
  reason: z
    .object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .optional(),
  /** What an administrator did (type 3); `content` is its text in the reader's language. */
  event: z.string().optional(),
  status: z.number().optional(),
  /** Refusals of the same key for the same reason that have no row of their own, since the last one that has. */
  unlogged: z.number().optional(),
  admin_info: z
    .looseObject({
      use_channel: z.array(z.string()),
      attempts: z.array(logAttempt).optional(),
      /** Why the last channel was taken: only, weight, affinity, last-resort, next-key, pinned, hedge. */
      why: z.string().optional(),
      /** Priority and channel ids of each tier, where the first try was the response. */
      candidates: z.array(z.tuple([z.number().int(), z.array(z.number().int())])).optional(),
      /** Every decision with its candidates, where the way was not plain. */
      decisions: z.array(logDecision).optional(),
      /** What traffic rules did with the call. */
      traffic: logTraffic.optional(),
      /** The call whose payload was to be kept. */
      payload: z.string().optional(),
    })
    .optional(),
});
export type LogOther = z.output<typeof logOther>;

/** The name that calls from the playground have in the log, in place of a key's. */
export const PLAYGROUND_NAME = 'Playground 操练场';

/** Whether a log row is of a call from the playground: its key id is the user's id below zero. */
export function isPlaygroundCall({ token_id }: { token_id: number }): boolean {
  return token_id < 0;
}

export const logEntity = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  type: z.number().int(),
  /** Channel id; 0 for role 1, who must not see the routing. */
  channel: z.number().int(),
  channel_name: z.string(),
  user_id: z.number().int(),
  username: z.string(),
  token_id: z.number().int(),
  token_name: z.string(),
  group: z.string(),
  model_name: z.string(),
  /** Seconds. */
  use_time: z.number().int(),
  is_stream: z.boolean(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  quota: z.number().int(),
  content: z.string(),
  other: z.string(),
  request_id: z.string(),
  /** For administrators: what the candidates of the routing are called now, by id. */
  channel_names: z.record(z.string(), z.string()).optional(),
});
export type LogEntry = z.output<typeof logEntity>;

export const logStat = z.object({
  /** What the calls cost, net of refunds. */
  quota: z.number().int(),
  /** What was refunded in the window, whenever it was charged. */
  refunded: z.number().int(),
  /** Calls that were answered, and those that failed. */
  calls: z.number().int(),
  failed: z.number().int(),
  /** Answered calls and their tokens in the last 60 seconds. */
  rpm: z.number().int(),
  tpm: z.number().int(),
  /** While the log store does not answer: sums tell of rows from this time on (seconds). */
  rows_since: z.number().int().optional(),
});
export type LogStat = z.output<typeof logStat>;
