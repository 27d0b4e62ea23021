import { z } from 'zod';
import {
  adminOptions,
  booleanOption,
  decimalOption,
  groupsOfNames,
  groupsOfPairs,
  idleWithout,
  integerOption,
  ratioMap,
  textMap,
  jsonOption,
  textOption,
  withRule,
} from './definition.ts';
import { retentionOption } from './retention-option.ts';
import { KEY_EXPIRY_REMINDER_DAYS_MAX } from '../notifications.ts';

/** A report spans at most a year: its quarter-hour rows are kept longer. */
export const USAGE_DAYS_MIN = 400;
import { imageFactors } from './image-factors.ts';
import { priceTiers } from './price-tiers.ts';
import { groupsOfLimits, rateLimitRulesInput } from './rate-limits.ts';
import { tierRatios, toolPrices } from './tool-prices.ts';

const quota = { min: 0, max: 9_000_000_000_000 };

/** Quota, prices, groups, routing and the word filter. */
export const gatewayOptions = adminOptions(
  decimalOption(
    'QuotaPerUnit',
    'general',
    500_000,
    { min: 1, max: 1_000_000_000 },
    { status: 'quota_per_unit' },
  ),
  booleanOption('RoundChargesUp', 'general', false),
  integerOption('RetryTimes', 'general', 0, { min: 0, max: 20 }),

  integerOption('QuotaForNewUser', 'quota', 0, quota, { isQuota: true }),
  integerOption('QuotaForInviter', 'quota', 0, quota, { isQuota: true }),
  integerOption('QuotaForInvitee', 'quota', 0, quota, { isQuota: true }),
  decimalOption('RebatePercent', 'rebate', 0, { min: 0, max: 50 }),
  integerOption('RebateMaxPerInvitee', 'rebate', 0, quota, { isQuota: true }),
  integerOption('RebateMaxPerMonth', 'rebate', 0, quota, { isQuota: true }),
  integerOption('RebateWaitDays', 'rebate', 14, { min: 0, max: 365 }),
  integerOption('PayoutMinimum', 'rebate', 5_000_000, quota, { isQuota: true }),
  integerOption('QuotaRemindThreshold', 'quota', 1000, quota, { isQuota: true }),
  integerOption('KeyExpiryReminderDays', 'quota', 3, { min: 0, max: KEY_EXPIRY_REMINDER_DAYS_MAX }),
  integerOption('PreConsumedQuota', 'quota', 500, quota, { isQuota: true }),
  integerOption('ServerToolUsesMax', 'quota', 8, { min: 1, max: 1000 }),
  jsonOption('RateLimits', 'quota', '[]', rateLimitRulesInput, { namesGroups: groupsOfLimits }),
  integerOption('RealtimeSessionsPerKey', 'quota', 50, { min: 0, max: 100_000 }),
  integerOption('RealtimeSessionsPerUser', 'quota', 100, { min: 0, max: 100_000 }),

  integerOption('FileMegabytesMax', 'quota', 200, { min: 1, max: 10_000 }),
  integerOption('FilesPerUserMax', 'quota', 200, { min: 0, max: 1_000_000 }),
  integerOption('FileMegabytesPerUserMax', 'quota', 1000, { min: 0, max: 10_000_000 }),
  integerOption('FileExpiryDays', 'quota', 30, { min: 0, max: 3650 }),
  integerOption('BatchesPerUserMax', 'quota', 20, { min: 0, max: 100_000 }),

  jsonOption('ModelRatio', 'ratio', '', ratioMap, { seeded: true }),
  jsonOption('CompletionRatio', 'ratio', '', ratioMap, { seeded: true }),
  jsonOption('CacheRatio', 'ratio', '', ratioMap, { seeded: true }),
  jsonOption('CacheWriteRatio', 'ratio', '', ratioMap, { seeded: true }),
  jsonOption('AudioRatio', 'ratio', '', ratioMap, { seeded: true }),
  jsonOption('AudioCompletionRatio', 'ratio', '', ratioMap, { seeded: true }),
  jsonOption('ImageRatio', 'ratio', '', ratioMap, { seeded: true }),
  jsonOption('PriceTiers', 'ratio', '', priceTiers, { seeded: true }),
  jsonOption('ModelPrice', 'ratio', '', ratioMap, { seeded: true }),
  jsonOption('ImageFactors', 'ratio', '', imageFactors, { seeded: true }),
  jsonOption('ToolPrices', 'ratio', '', toolPrices, { seeded: true }),
  jsonOption('ServiceTierRatios', 'ratio', '', tierRatios, { seeded: true }),

  // The group of new users, and of everything that names no group.
  withRule(
    jsonOption('GroupRatio', 'group', '{"default":1,"vip":1,"svip":1}', ratioMap),
    (ratios) => Object.hasOwn(ratios, 'default'),
    'option_default_group_missing',
  ),
  // A group's price ratio for users of another group: their first group → the group used → its ratio for
  // them.
  jsonOption('GroupGroupRatio', 'group', '{}', z.record(z.string(), ratioMap), {
    namesGroups: groupsOfPairs,
  }),
  jsonOption(
    'UserUsableGroups',
    'group',
    '{"default":"default group","vip":"vip group"}',
    textMap,
    {
      namesGroups: groupsOfNames,
    },
  ),

  booleanOption('LogConsumeEnabled', 'log', true),
  retentionOption('LogRetentionDays', 'log', 0, { min: 0, max: 3650 }),
  retentionOption('LogDetailRetentionDays', 'log', 0, { min: 0, max: 3650 }),
  withRule(
    retentionOption('UsageRetentionDays', 'log', 0, { min: 0, max: 3650 }),
    (days) => days === 0 || days >= USAGE_DAYS_MIN,
    'option_usage_days_invalid',
  ),
  retentionOption('DeliveryRetentionDays', 'log', 30, { min: 1, max: 365 }),
  integerOption(
    'ChannelDisableThreshold',
    'monitoring',
    5,
    { min: 0, max: 3600 },
    idleWithout('AutomaticDisableChannelEnabled'),
  ),
  booleanOption('AutomaticDisableChannelEnabled', 'monitoring', false),
  booleanOption('AutomaticEnableChannelEnabled', 'monitoring', false),
  integerOption('ChannelBalanceMinutes', 'monitoring', 60, { min: 0, max: 10_080 }),
  booleanOption('ChannelCooldownEnabled', 'monitoring', true),
  decimalOption('FirstTokenTimeoutSeconds', 'monitoring', 60, { min: 0, max: 3600 }),
  decimalOption('AnswerTimeoutSeconds', 'monitoring', 300, { min: 0, max: 3600 }),
  integerOption('ChannelAffinitySeconds', 'monitoring', 300, { min: 0, max: 86_400 }),
  integerOption('ResponseMemoryMinutes', 'monitoring', 30, { min: 0, max: 1440 }),
  decimalOption('StalledClientSeconds', 'monitoring', 120, { min: 0, max: 3600 }),

  booleanOption('CheckSensitiveEnabled', 'sensitive', false, {
    requires: { keys: ['SensitiveWords'] },
  }),
  booleanOption(
    'CheckSensitiveOnPromptEnabled',
    'sensitive',
    false,
    idleWithout('CheckSensitiveEnabled'),
  ),
  booleanOption(
    'CheckSensitiveOnCompletionEnabled',
    'sensitive',
    false,
    idleWithout('CheckSensitiveEnabled'),
  ),
  booleanOption(
    'StopOnSensitiveEnabled',
    'sensitive',
    false,
    idleWithout('CheckSensitiveOnCompletionEnabled'),
  ),
  textOption('SensitiveWords', 'sensitive', '', { multiline: true }),
  integerOption(
    'StreamCacheQueueLength',
    'sensitive',
    0,
    { min: 0, max: 10_000 },
    idleWithout('StopOnSensitiveEnabled'),
  ),
);
