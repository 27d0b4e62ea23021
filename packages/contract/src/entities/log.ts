import { z } from 'zod';
import { usageClaim } from './usage-claim.ts';

export const LOG_OTHER = 0;
export const LOG_TOPUP = 1;
export const LOG_CONSUME = 2;
export const LOG_MANAGE = 3;
export const LOG_SYSTEM = 4;
/** A failed call: costs nothing, listed so that the owner can see why it failed. */
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
 * The `other` of a call whose details were deleted under `LogDetailRetentionDays`: what remains is who called
 * what when, and the cost.
 */
export const EXPIRED_DETAILS = '{"details":"expired"}';

/** How a call ended: answered, not answered, or answered and its charge given back later. */
export const LOG_STATUSES = ['success', 'failed', 'refunded'] as const;
export type LogStatus = (typeof LOG_STATUSES)[number];

/**
 * Calls over time, in steps of `step` seconds from `start`; absent if the filter is too narrow to be counted.
 */
export const logCourse = z.object({
  start: z.number().int(),
  step: z.number().int(),
  pieces: z.array(z.object({ calls: z.number().int(), failed: z.number().int() })),
});
export type LogCourse = z.output<typeof logCourse>;

/** One attempt on a channel, for administrators ("why was this channel chosen"). */
export const logAttempt = z.object({
  channel: z.number().int(),
  name: z.string(),
  /** Milliseconds from sending to the first byte or the fault. */
  ms: z.number().int(),
  status: z.number().int(),
  fault: z.string().optional(),
  /** The kind of fault, if its code does not tell. */
  kind: z.string().optional(),
  /** Milliseconds to a stream's first chunk, and to the end of a failed attempt. */
  first_ms: z.number().int().optional(),
  total_ms: z.number().int().optional(),
  /** Fingerprint of the key, if the channel has several. */
  key: z.string().optional(),
});

/** A candidate channel at the time of the routing decision: its id, weight and state. */
export const logCandidate = z.tuple([z.number().int(), z.number().int(), z.string()]);

/** One routing decision of a call. */
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
  /** The call was hedged: a second channel was called concurrently with the first. */
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
  /** The side of the canary the call was on, and whether it fell back to the control side. */
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

/** The `other` JSON of a log row: every factor that the charge was computed with. */
export const logOther = z.looseObject({
  /** `expired` if the call's details were deleted: no other member is then present. */
  details: z.string().optional(),
  frt: z.number().optional(),
  /** Milliseconds from the call's start to its end. */
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
  /** The price applied is the one for prompts with more tokens than this. */
  price_tier: z.number().optional(),
  /** Charged images, and the price factors of size and quality. */
  images: z.number().optional(),
  image_size: z.string().optional(),
  image_quality: z.string().optional(),
  size_factor: z.number().optional(),
  quality_factor: z.number().optional(),
  /** Characters of synthesized speech, and seconds of transcribed audio. */
  characters: z.number().optional(),
  seconds: z.number().optional(),
  /** Tools that ran at the provider: uses, and USD per use and per call. */
  tools: z
    .record(z.string(), z.object({ uses: z.number(), use: z.number(), request: z.number() }))
    .optional(),
  /** Service tiers, and the factor each applied to token prices. */
  tier_ratios: z.record(z.string(), z.number()).optional(),
  /** Tool uses that the upstream reported beyond what was charged. */
  tool_claims: z.record(z.string(), z.number()).optional(),
  /** The service tier that the upstream reported. */
  service_tier: z.string().optional(),
  group_ratio: z.number().optional(),
  group: z.string().optional(),
  quota_per_unit: z.number().optional(),
  /** Set if the upstream reported no usage and the tokens are the gateway's estimate. */
  estimated: z.boolean().optional(),
  price_version: z.string().optional(),
  request_path: z.string().optional(),
  /** The caller's trace of the call (`traceparent`). */
  trace_id: z.string().optional(),
  upstream_model_name: z.string().optional(),
  /** How the response ended, if not normally: client_gone, client_stalled, interrupted … */
  end: z.string().optional(),
  /**
   * What that led to: abort, charge or drain; not-sent if no byte had reached the upstream, failed if its
   * response was an error.
   */
  on_client_gone: z.string().optional(),
  /** The client disconnected and the rest was read anyway: whole, or cut at a limit. */
  drained: z.string().optional(),
  usage_claim: usageClaim.optional(),
  /** The batch the row is about: charged lines, and lines of its input. */
  batch: z.object({ id: z.string(), lines: z.number(), total: z.number() }).optional(),
  /** Quota that a top-up (type 1) added. */
  quota: z.number().optional(),
  /** Quota reserved before the call. */
  reserved: z.number().optional(),
  error_code: z.string().optional(),
  /**
   * Why a call failed (type 5), if the gateway itself refused it; `content` is its text in the reader's
   * language.
   */
  reason: z
    .object({ code: z.string(), params: z.record(z.string(), z.union([z.string(), z.number()])) })
    .optional(),
  /** What an administrator did (type 3); `content` is its text in the reader's language. */
  event: z.string().optional(),
  status: z.number().optional(),
  /** Refusals of the same key for the same reason that were not logged since the last logged one. */
  unlogged: z.number().optional(),
  admin_info: z
    .looseObject({
      use_channel: z.array(z.string()),
      attempts: z.array(logAttempt).optional(),
      /** Why the last channel was chosen: only, weight, affinity, last-resort, next-key, pinned, hedge. */
      why: z.string().optional(),
      /**
       * Priority and channel ids of each tier, if the first attempt succeeded and all candidates were
       * healthy.
       */
      candidates: z.array(z.tuple([z.number().int(), z.array(z.number().int())])).optional(),
      /** Decisions with their candidates, if there were several or a candidate was not healthy. */
      decisions: z.array(logDecision).optional(),
      /** Effects of traffic rules on the call. */
      traffic: logTraffic.optional(),
      /** The call whose payload was to be stored. */
      payload: z.string().optional(),
    })
    .optional(),
});
export type LogOther = z.output<typeof logOther>;

/** The name that playground calls have in the log, in place of a key's. */
export const PLAYGROUND_NAME = 'Playground 操练场';

/** Whether a log row is a playground call: its key id is the negated user id. */
export function isPlaygroundCall({ token_id }: { token_id: number }): boolean {
  return token_id < 0;
}

export const logEntity = z.object({
  id: z.number().int(),
  created_at: z.number().int(),
  type: z.number().int(),
  /** Channel id; 0 for role 1, which must not see the routing. */
  channel: z.number().int(),
  channel_name: z.string(),
  user_id: z.number().int(),
  username: z.string(),
  /** Whether the owner is a team. */
  is_team: z.boolean(),
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
  /** For administrators: current names of the routing candidates, by id. */
  channel_names: z.record(z.string(), z.string()).optional(),
});
export type LogEntry = z.output<typeof logEntity>;

export const logStat = z.object({
  /** What the calls cost, net of refunds. */
  quota: z.number().int(),
  /** Refunds in the window, whenever the calls were charged. */
  refunded: z.number().int(),
  /** Answered calls, and failed ones. */
  calls: z.number().int(),
  failed: z.number().int(),
  /** Answered calls and their tokens in the last 60 seconds. */
  rpm: z.number().int(),
  tpm: z.number().int(),
  /** While the log store is unavailable: sums cover only rows from this time on (seconds). */
  rows_since: z.number().int().optional(),
});
export type LogStat = z.output<typeof logStat>;
