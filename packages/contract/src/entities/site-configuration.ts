import { z } from 'zod';
import { OPTION_VALUE_LENGTH_MAX } from '../options/option-length.ts';
import { CHANNEL_TYPE_MAX } from './channel.ts';
import { nameText } from './readable-name.ts';

const CHANNELS_MAX = 2000;
const GROUPS_MAX = 500;
const PRICES_MAX = 10_000;
const OPTIONS_MAX = 500;
const SECRETS_MAX = 5000;

const members = z.record(z.string().max(500), z.json());
/** The members, or the stored text if it is not a JSON object. */
const membersOrText = z.union([members, z.string().max(50_000)]);
const text = z.string().max(10_000);

/**
 * A channel in a configuration file. Absent members get their default, except `key` and `enabled`, which then
 * stay unchanged.
 */
export const configuredChannel = z.strictObject({
  name: nameText('channel_name_required').min(1, 'channel_name_required').max(120),
  /** Name of the channel type, such as `openai`, or its number. */
  type: z.union([z.string().max(60), z.number().int().min(1).max(CHANNEL_TYPE_MAX)]),
  enabled: z.boolean().optional(),
  key: z.string().max(500_000).optional(),
  models: z.array(z.string().max(200)).min(1, 'channel_models_required').max(10_000),
  groups: z.array(z.string().max(64)).min(1, 'channel_group_required').max(500).optional(),
  base_url: text.optional(),
  other: text.optional(),
  openai_organization: text.optional(),
  max_input_tokens: z.number().int().optional(),
  model_mapping: membersOrText.optional(),
  status_code_mapping: membersOrText.optional(),
  setting: membersOrText.optional(),
  auto_ban: z.boolean().optional(),
  test_model: text.optional(),
  priority: z.number().int().optional(),
  weight: z.number().int().optional(),
  tag: text.optional(),
});
export type ConfiguredChannel = z.output<typeof configuredChannel>;

/** The value of an option: its text, or a form more natural in a file. */
export const configuredOption = z.strictObject({
  key: z.string().min(1).max(100),
  value: z.union([
    z.string().max(OPTION_VALUE_LENGTH_MAX, 'option_too_long'),
    z.number(),
    z.boolean(),
    z.array(z.json()),
    z.record(z.string(), z.json()),
  ]),
});
export type ConfiguredOption = z.output<typeof configuredOption>;

const maximum = z.number().int().min(0).max(1_000_000_000_000).optional();

/** A group in a configuration file. What is absent, the group does not have. */
const configuredGroup = z.strictObject({
  ratio: z.number().min(0).max(1e9),
  /** The text under which all users may choose it for their keys; if absent, it is only for its own users. */
  offered_as: z.string().max(1000).optional(),
  /** Limits of all calls in the group together: per minute, and `concurrent`. 0 is no limit. */
  limits: z
    .strictObject({ requests: maximum, tokens: maximum, quota: maximum, concurrent: maximum })
    .optional(),
});
export type ConfiguredGroup = z.output<typeof configuredGroup>;

/** A group by its name; null if there should be none. */
const namedGroup = z.strictObject({
  name: z.string().trim().min(1).max(64),
  group: configuredGroup.nullable(),
});
export type NamedGroup = z.output<typeof namedGroup>;

/** USD, as a number or a decimal string. */
const usd = z.union([z.string().max(40), z.number().min(0)]).optional();
const usdTokens = { input: usd, output: usd, cached: usd, cache_write: usd };
const above = z.number().int().min(1).max(1e9);
const ratio = z.number().min(0).max(1e9).optional();
const tokenRatios = { completion: ratio, cache: ratio, cache_write: ratio };
const TIERS_MAX = 20;

/** A model's price in a configuration file: per million tokens, per call, or as ratios. */
const configuredPrice = z
  .strictObject({
    ...usdTokens,
    audio_input: usd,
    audio_output: usd,
    image_input: usd,
    /** Prices of a whole call whose prompt has more tokens than `above`. */
    tiers: z
      .array(z.strictObject({ above, ...usdTokens }))
      .max(TIERS_MAX)
      .optional(),
    /** USD per call. */
    call: usd,
    /** Factors that sizes and qualities apply to the price of a call. */
    image_factors: z
      .record(z.string().trim().min(1).max(200), z.number().min(0).max(1e6))
      .optional(),
    /** Ratios as stored, if they can't be expressed exactly in USD. */
    ratios: z
      .strictObject({
        model: z.number().min(0).max(1e9),
        ...tokenRatios,
        audio: ratio,
        audio_completion: ratio,
        image: ratio,
        tiers: z
          .array(z.strictObject({ above, model: ratio, ...tokenRatios }))
          .max(TIERS_MAX)
          .optional(),
      })
      .optional(),
  })
  .refine(hasOnePriceForm, 'configuration_price_forms');
export type ConfiguredPrice = z.output<typeof configuredPrice>;

function hasOnePriceForm({
  call,
  image_factors: factors,
  ratios,
  ...byTokens
}: object & {
  call?: unknown;
  image_factors?: unknown;
  ratios?: unknown;
}): boolean {
  const isByTokens = Object.values(byTokens).some((value) => value !== undefined);
  const forms = [isByTokens, call !== undefined, ratios !== undefined].filter(Boolean).length;
  return forms === 1 && (factors === undefined || call !== undefined);
}

/** The price of a model; null removes the model's own price. */
const configuredModelPrice = z.strictObject({
  model: z.string().trim().min(1).max(200),
  price: configuredPrice.nullable(),
});
export type ConfiguredModelPrice = z.output<typeof configuredModelPrice>;

/** Kinds that a file may own entirely, so that whatever it does not name is deleted. */
export const PRUNABLE = ['channels', 'groups', 'prices', 'options'] as const;

/** The path of one value: `['channels', name, field, …]` or `['options', key]`. */
const valuePath = z.array(z.string().max(500)).min(2).max(20);

const contents = {
  channels: z.array(configuredChannel).max(CHANNELS_MAX),
  /** All groups, and null for built-in ones that were removed. */
  groups: z.array(namedGroup).max(GROUPS_MAX),
  /** Prices that differ from the built-in ones. */
  prices: z.array(configuredModelPrice).max(PRICES_MAX),
  options: z.array(configuredOption).max(OPTIONS_MAX),
  /** Values that are secret: absent in an export, and never shown in a plan. */
  secrets: z.array(valuePath).max(SECRETS_MAX),
};

/** A site's configuration, without secrets. */
export const siteConfiguration = z.object(contents);
export type SiteConfiguration = z.output<typeof siteConfiguration>;

/**
 * The desired configuration of a site. What it does not name stays unchanged, unless `prune` names its kind.
 */
export const wantedConfiguration = z.strictObject({
  ...contents,
  groups: contents.groups.optional(),
  prices: contents.prices.optional(),
  secrets: contents.secrets.default([]),
  prune: z.array(z.enum(PRUNABLE)).max(PRUNABLE.length).default([]),
});
export type WantedConfiguration = z.output<typeof wantedConfiguration>;

const subject = { kind: z.enum(['channel', 'group', 'price', 'option']), name: z.string() };

/** One value before and after; secrets are masked. Absent: the value is absent before, or after. */
export const configurationField = z.object({
  path: z.string(),
  from: z.json().optional(),
  to: z.json().optional(),
});
export type ConfigurationField = z.output<typeof configurationField>;

export const configurationChange = z.object({
  action: z.enum(['add', 'change', 'delete']),
  ...subject,
  fields: z.array(configurationField),
});
export type ConfigurationChange = z.output<typeof configurationChange>;

/** What applying a configuration changes. */
export const configurationPlan = z.object({
  /** Identifies these changes: applying with it is refused if they have changed since. */
  id: z.string(),
  /** Whether the changes were applied. If any was refused, none was. */
  applied: z.boolean(),
  changes: z.array(configurationChange),
  /** Refused changes, and why, in the caller's language. */
  refused: z.array(
    z.object({ ...subject, code: z.string(), reason: z.string(), field: z.string() }),
  ),
});
export type ConfigurationPlan = z.output<typeof configurationPlan>;
