import {
  adminOptions,
  booleanOption,
  decimalOption,
  integerOption,
  isRatioMap,
  isTextMap,
  jsonOption,
  textOption,
} from './definition.ts';
import { areImageFactors } from './image-factors.ts';
import { arePriceTiers } from './price-tiers.ts';
import { readRateLimits } from './rate-limits.ts';
import { areTierRatios, areToolPrices } from './tool-prices.ts';

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
  integerOption('RetryTimes', 'general', 0, { min: 0, max: 20 }),

  integerOption('QuotaForNewUser', 'quota', 0, quota, { isQuota: true }),
  integerOption('QuotaForInviter', 'quota', 0, quota, { isQuota: true }),
  integerOption('QuotaForInvitee', 'quota', 0, quota, { isQuota: true }),
  integerOption('QuotaRemindThreshold', 'quota', 1000, quota, { isQuota: true }),
  integerOption('PreConsumedQuota', 'quota', 500, quota, { isQuota: true }),
  integerOption('ServerToolUsesMax', 'quota', 8, { min: 1, max: 1000 }),
  jsonOption('RateLimits', 'quota', '[]', (value) => readRateLimits(value) !== undefined),
  integerOption('RealtimeSessionsPerKey', 'quota', 50, { min: 0, max: 100_000 }),
  integerOption('RealtimeSessionsPerUser', 'quota', 100, { min: 0, max: 100_000 }),

  integerOption('FileMegabytesMax', 'quota', 200, { min: 1, max: 10_000 }),
  integerOption('FilesPerUserMax', 'quota', 200, { min: 0, max: 1_000_000 }),
  integerOption('FileMegabytesPerUserMax', 'quota', 1000, { min: 0, max: 10_000_000 }),
  integerOption('FileExpiryDays', 'quota', 30, { min: 0, max: 3650 }),
  integerOption('BatchesPerUserMax', 'quota', 20, { min: 0, max: 100_000 }),

  jsonOption('ModelRatio', 'ratio', '', isRatioMap, { seeded: true }),
  jsonOption('CompletionRatio', 'ratio', '', isRatioMap, { seeded: true }),
  jsonOption('CacheRatio', 'ratio', '', isRatioMap, { seeded: true }),
  jsonOption('CacheWriteRatio', 'ratio', '', isRatioMap, { seeded: true }),
  jsonOption('AudioRatio', 'ratio', '', isRatioMap, { seeded: true }),
  jsonOption('AudioCompletionRatio', 'ratio', '', isRatioMap, { seeded: true }),
  jsonOption('ImageRatio', 'ratio', '', isRatioMap, { seeded: true }),
  jsonOption('PriceTiers', 'ratio', '', arePriceTiers, { seeded: true }),
  jsonOption('ModelPrice', 'ratio', '', isRatioMap, { seeded: true }),
  jsonOption('ImageFactors', 'ratio', '', areImageFactors, { seeded: true }),
  jsonOption('ToolPrices', 'ratio', '', areToolPrices, { seeded: true }),
  jsonOption('ServiceTierRatios', 'ratio', '', areTierRatios, { seeded: true }),

  jsonOption('GroupRatio', 'group', '{"default":1,"vip":1,"svip":1}', isRatioMap),
  jsonOption(
    'UserUsableGroups',
    'group',
    '{"default":"default group","vip":"vip group"}',
    isTextMap,
  ),

  booleanOption('LogConsumeEnabled', 'log', true),
  integerOption('ChannelDisableThreshold', 'monitoring', 5, { min: 0, max: 3600 }),
  booleanOption('AutomaticDisableChannelEnabled', 'monitoring', false),
  booleanOption('AutomaticEnableChannelEnabled', 'monitoring', false),
  booleanOption('ChannelCooldownEnabled', 'monitoring', true),
  decimalOption('FirstTokenTimeoutSeconds', 'monitoring', 60, { min: 0, max: 3600 }),
  decimalOption('AnswerTimeoutSeconds', 'monitoring', 300, { min: 0, max: 3600 }),
  integerOption('ChannelAffinitySeconds', 'monitoring', 300, { min: 0, max: 86_400 }),
  integerOption('ResponseMemoryMinutes', 'monitoring', 30, { min: 0, max: 1440 }),
  decimalOption('StalledClientSeconds', 'monitoring', 120, { min: 0, max: 3600 }),

  booleanOption('CheckSensitiveEnabled', 'sensitive', false),
  booleanOption('CheckSensitiveOnPromptEnabled', 'sensitive', false),
  booleanOption('CheckSensitiveOnCompletionEnabled', 'sensitive', false),
  booleanOption('StopOnSensitiveEnabled', 'sensitive', false),
  textOption('SensitiveWords', 'sensitive', '', { multiline: true }),
  integerOption('StreamCacheQueueLength', 'sensitive', 0, { min: 0, max: 10_000 }),
);
