import { z } from 'zod';
import { circuit } from './system.ts';
import { usageClaim } from './usage-claim.ts';
import { nameText } from './readable-name.ts';

export const CHANNEL_ENABLED = 1;
export const CHANNEL_DISABLED = 2;
/** Disabled by the gateway itself (OPEN-039). */
export const CHANNEL_AUTO_DISABLED = 3;

export const CHANNEL_TYPE_MAX = 10_000;
export const PRIORITY_MIN = -999;
export const CHANNEL_KEYS_PER_BATCH_MAX = 1000;

const text = (max: number) =>
  z
    .string()
    .max(max)
    .nullable()
    .transform((value) => value ?? '');

/** Integer or its decimal text ("5"), at least -999. */
export const priorityField = z
  .union([z.number(), z.string().regex(/^-?\d+$/)], { error: 'priority_invalid' })
  .transform(Number)
  .pipe(
    z
      .number()
      .int('priority_invalid')
      .min(PRIORITY_MIN, 'priority_invalid')
      .max(1_000_000, 'priority_invalid'),
  );

/** Integer or its decimal text; a negative weight is clamped to 0. */
export const weightField = z
  .union([z.number(), z.string().regex(/^-?\d+$/)], { error: 'weight_invalid' })
  .transform((value) => Math.max(0, Number(value)))
  .pipe(z.number().int('weight_invalid').max(1_000_000, 'weight_invalid'));

/** Comma-separated on the wire; a list is accepted too and joined. Trimmed, without duplicates. */
export const commaList = (error: string) =>
  z.union([z.string(), z.array(z.string())], { error }).transform((value) => {
    const names = (Array.isArray(value) ? value : value.split(',')).map((name) => name.trim());
    return [...new Set(names.filter((name) => name !== ''))].join(',');
  });

/** Channel fields that a form may set. In calls they are partial: an absent field is left unchanged. */
export const channelFields = z.object({
  name: nameText('channel_name_required').min(1, 'channel_name_required').max(120),
  type: z.number().int().min(1).max(CHANNEL_TYPE_MAX),
  /** One upstream credential per line. Empty in an edit keeps the stored one. */
  key: text(500_000),
  openai_organization: text(200),
  max_input_tokens: z
    .number()
    .int()
    .min(0)
    .max(100_000_000)
    .nullable()
    .transform((value) => value ?? 0),
  base_url: text(500),
  other: text(10_000),
  model_mapping: text(50_000),
  status_code_mapping: text(5_000),
  setting: text(20_000),
  models: commaList('channel_models_not_list').pipe(
    z.string().min(1, 'channel_models_required').max(200_000),
  ),
  group: commaList('channel_group_required').pipe(
    z.string().min(1, 'channel_group_required').max(5_000),
  ),
  auto_ban: z.union([z.literal(0), z.literal(1)]),
  test_model: text(200),
  priority: priorityField,
  weight: weightField,
  tag: nameText()
    .max(100)
    .nullable()
    .transform((value) => value ?? ''),
  status: z.union([z.literal(CHANNEL_ENABLED), z.literal(CHANNEL_DISABLED)], {
    error: 'channel_status_invalid',
  }),
});

/** Causes of a failed channel test. The console has a text, and a likely fix, for each. */
export const TEST_CAUSES = [
  'refused',
  'unknown_host',
  'connection_lost',
  'timeout',
  'tls',
  'address_not_allowed',
  'unreachable',
  'key_rejected',
  'not_permitted',
  'unsupported_location',
  'no_money',
  'unknown_model',
  'unknown_deployment',
  'needs_profile',
  'unknown_path',
  'rate_limited',
  'upstream_error',
  'request_refused',
  'not_json',
] as const;

/** Why a test failed: a code, what it is about, and the upstream's own message. */
export const testCause = z.object({
  code: z.enum(TEST_CAUSES),
  /** The upstream called; empty if unknown. */
  host: z.string(),
  model: z.string(),
  /** HTTP status; 0 without a response. */
  status: z.number().int(),
  /** First 200 characters of the upstream's message, without the key; empty if there is none. */
  excerpt: z.string(),
});
export type TestCause = z.output<typeof testCause>;

export const CHANNEL_CONDITIONS = [
  'healthy',
  'slow',
  'cooling',
  'probing',
  'key_rejected',
  'out_of_credit',
  'auto_disabled',
  'test_failed',
  'untested',
  'off',
] as const;
/** The condition of a channel, in the one word that all pages use. */
export const channelCondition = z.enum(CHANNEL_CONDITIONS);
export type ChannelCondition = z.output<typeof channelCondition>;

export const channelEntity = z.object({
  id: z.number().int(),
  type: z.number().int(),
  name: z.string(),
  /** Always empty: no read call returns a channel key (CONFLICT-004). */
  key: z.literal(''),
  /**
   * True if the stored key can't be decrypted (it was sealed with another master key): the channel takes no
   * calls until a key is entered.
   */
  key_unreadable: z.boolean(),
  openai_organization: z.string(),
  max_input_tokens: z.number().int(),
  base_url: z.string(),
  other: z.string(),
  model_mapping: z.string(),
  status_code_mapping: z.string(),
  setting: z.string(),
  models: z.string(),
  group: z.string(),
  auto_ban: z.number().int(),
  test_model: z.string(),
  priority: z.number().int(),
  weight: z.number().int(),
  tag: z.string(),
  status: z.number().int(),
  /** Reason and time of the last status change; empty if there was none. */
  status_reason: z.string(),
  status_time: z.number().int(),
  /** Milliseconds the last test took; 0 if never tested. */
  response_time: z.number().int(),
  used_quota: z.number().int(),
  /** Balance left at the upstream, in USD. */
  balance: z.number(),
  created_time: z.number().int(),
  test_time: z.number().int(),
  /** Why the last test failed; null if it passed or there was none. */
  test_fault: testCause.nullable(),
  balance_updated_time: z.number().int(),
});
export type Channel = z.output<typeof channelEntity>;

/** What the console knows about a channel type; texts are keys of the `providers` area. */
export const channelTypeEntity = z.object({
  type: z.number().int(),
  name: z.string(),
  label: z.string(),
  label_key: z.string(),
  color: z.string(),
  default_base_url: z.string(),
  base_url_required: z.boolean(),
  lists_models: z.boolean(),
  has_balance: z.boolean(),
  fields: z.array(
    z.object({
      name: z.string(),
      label_key: z.string(),
      hint_key: z.string(),
      required: z.boolean(),
      placeholder: z.string(),
    }),
  ),
  key_hint: z.string(),
  /** A regular expression that keys match, and an example; empty if any text is valid. */
  key_pattern: z.string(),
  key_shape: z.string(),
  models: z.array(z.string()),
});
export type ChannelType = z.output<typeof channelTypeEntity>;

/** The health of a channel on the responding node, in figures. */
export const channelHealthSummary = z.object({
  state: circuit.state,
  until_ms: circuit.until_ms,
  models_resting: z.number().int(),
  keys_resting: z.number().int(),
  /** Keys that the provider refused permanently. */
  keys_dead: z.number().int(),
  key_count: z.number().int(),
});
export type ChannelHealthSummary = z.output<typeof channelHealthSummary>;

/** An upstream's error response: status, kind and, in brackets, the provider's code. */
const channelFault = z.object({ at_ms: z.number().int(), what: z.string(), model: z.string() });

/** The health of a channel, its models and each of its keys. Keys are identified by fingerprint only. */
export const channelHealthDetail = z.object({
  ...circuit,
  last_fault: channelFault.nullable(),
  /** Responses since the start whose reported usage was implausible, and the latest of them. */
  usage_claims: z
    .object({
      count: z.number().int(),
      at_ms: z.number().int(),
      model: z.string(),
      claim: usageClaim,
    })
    .nullable(),
  /** Models that failed recently. */
  models: z.array(z.object({ name: z.string(), ...circuit })),
  /** All keys of a multi-key channel, in the order of its key field; otherwise none. */
  keys: z.array(
    z.object({ name: z.string(), position: z.number().int(), ...circuit, dead: z.boolean() }),
  ),
});
export type ChannelHealthDetail = z.output<typeof channelHealthDetail>;

/** A channel's key, identified by its last characters and never shown. */
export const channelKey = z.object({
  /** Identifies the key in calls about it. */
  fingerprint: z.string(),
  /** Its last four characters; empty for keys too short to show any. */
  tail: z.string(),
  on: z.boolean(),
  state: circuit.state,
  until_ms: circuit.until_ms,
  failures_in_a_row: circuit.failures_in_a_row,
  /** The provider refused it permanently. */
  dead: z.boolean(),
  /** Why it is cooling down; null if it has no recent fault. */
  fault: channelFault.nullable(),
});
export type ChannelKey = z.output<typeof channelKey>;

/** In tag mode a row with `children` represents all channels of one tag. */
const ownRow = channelEntity.extend({
  health: channelHealthSummary.optional(),
  condition: channelCondition.optional(),
});
export const channelRow = ownRow.extend({ children: z.array(ownRow).optional() });
export type ChannelRow = z.output<typeof channelRow>;

/** Most channels whose activity can be requested at once: a page of the list. */
export const CHANNEL_ACTIVITY_MAX = 200;

/** Results of a channel's calls in 24 hours, by interval. */
export const channelActivity = z.object({
  id: z.number().int(),
  /** Answered calls in each interval. */
  answered: z.array(z.number().int()),
  /** Failed calls in each interval. */
  failed: z.array(z.number().int()),
  /** Time to the first token of streams in milliseconds, accurate to 19% (ADR 44); null without streams. */
  first_token_ms: z.object({ p50: z.number().int(), p95: z.number().int() }).nullable(),
});
export type ChannelActivity = z.output<typeof channelActivity>;
