import { z } from 'zod';
import { nameText } from './readable-name.ts';

export const TRAFFIC_RULES_MAX = 100;
export const TRAFFIC_RULE_NAME_LENGTH_MAX = 50;
/** Longest delay before a hedged request, and the longest a rule may set. */
export const HEDGE_DELAY_MS_MAX = 600_000;
export const HEDGE_DEFAULTS = { percent: 5, min_delay_ms: 200, max_delay_ms: 30_000 } as const;

export const trafficRuleKind = z.enum(['hedge', 'canary', 'mirror']);
export type TrafficRuleKind = z.output<typeof trafficRuleKind>;

const delay = z
  .number({ error: 'traffic_rule_delay_invalid' })
  .int('traffic_rule_delay_invalid')
  .min(0, 'traffic_rule_delay_invalid')
  .max(HEDGE_DELAY_MS_MAX, 'traffic_rule_delay_invalid');

/** The fields of a rule that administrators set. */
const trafficRuleFields = z.object({
  name: nameText('traffic_rule_name_length')
    .min(1, 'traffic_rule_name_length')
    .max(TRAFFIC_RULE_NAME_LENGTH_MAX, 'traffic_rule_name_length'),
  kind: trafficRuleKind,
  /** Empty: every group. */
  group: z.string().trim().max(64),
  /** The model that callers request. */
  model: z
    .string({ error: 'traffic_rule_model_required' })
    .trim()
    .min(1, 'traffic_rule_model_required')
    .max(200, 'traffic_rule_model_required'),
  /**
   * Canary, mirror: the share of calls. Hedge: the largest share of calls that may be hedged. Steps of 0.01.
   */
  percent: z
    .number({ error: 'traffic_rule_percent_invalid' })
    .min(0.01, 'traffic_rule_percent_invalid')
    .max(100, 'traffic_rule_percent_invalid'),
  /** Canary, mirror: the channel that calls are sent to; 0 is any channel of the model. */
  target_channel_id: z.number().int().min(0),
  /** Canary, mirror: the model called instead; empty keeps the caller's. */
  target_model: z.string().trim().max(200),
  /** Hedge: the second request is sent after the measured p95, clamped to these. */
  min_delay_ms: delay,
  max_delay_ms: delay,
  enabled: z.boolean(),
});

const { shape } = trafficRuleFields;

/** A new rule; disabled by default. */
export const trafficRuleDraft = trafficRuleFields.extend({
  group: shape.group.default(''),
  target_channel_id: shape.target_channel_id.default(0),
  target_model: shape.target_model.default(''),
  min_delay_ms: delay.default(HEDGE_DEFAULTS.min_delay_ms),
  max_delay_ms: delay.default(HEDGE_DEFAULTS.max_delay_ms),
  enabled: z.boolean().default(false),
});
export type TrafficRuleDraft = z.output<typeof trafficRuleDraft>;

/** An edit of a rule; its kind can't be changed. */
export const trafficRuleEdit = trafficRuleFields.omit({ kind: true }).partial();
export type TrafficRuleEdit = z.output<typeof trafficRuleEdit>;

export const trafficRuleEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  kind: trafficRuleKind,
  group: z.string(),
  model: z.string(),
  percent: z.number(),
  target_channel_id: z.number().int(),
  /** Empty if the channel is gone. */
  target_channel_name: z.string(),
  target_model: z.string(),
  min_delay_ms: z.number().int(),
  max_delay_ms: z.number().int(),
  enabled: z.boolean(),
  created_at: z.number().int(),
  updated_at: z.number().int(),
});
export type TrafficRule = z.output<typeof trafficRuleEntity>;

/**
 * The sides of a comparison. Canary and mirror: `control` and `trial`. Hedge: `first` are calls answered by
 * their first request, `second` those that the hedge won, `cancelled` the requests that lost.
 */
export const trafficSide = z.enum(['control', 'trial', 'first', 'second', 'cancelled']);
export type TrafficSide = z.output<typeof trafficSide>;

/** Results of one side's requests. */
export const trafficFigures = z.object({
  side: trafficSide,
  calls: z.number().int(),
  errors: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  /** Quota at list price. Estimated from the prompt for cancelled requests. */
  cost: z.number().int(),
  /** Milliseconds to the first byte, and to the end; null if not measured. */
  begin_p50_ms: z.number().nullable(),
  begin_p95_ms: z.number().nullable(),
  total_p50_ms: z.number().nullable(),
  total_p95_ms: z.number().nullable(),
});
export type TrafficFigures = z.output<typeof trafficFigures>;

export const trafficComparison = z.object({
  rule: trafficRuleEntity,
  /** The whole period, by side. */
  total: z.array(trafficFigures),
  /** The same by step, oldest first; steps without calls are omitted. */
  series: z.array(z.object({ at: z.number().int(), figures: z.array(trafficFigures) })),
  /** Length of a step in seconds. */
  step: z.number().int(),
});
export type TrafficComparison = z.output<typeof trafficComparison>;
