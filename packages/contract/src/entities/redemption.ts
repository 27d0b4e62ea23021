import { z } from 'zod';
import { QUOTA_INPUT_MAX } from './token.ts';
import { nameText } from './readable-name.ts';

export const REDEMPTION_UNUSED = 1;
export const REDEMPTION_DISABLED = 2;
export const REDEMPTION_USED = 3;

export const REDEMPTION_NAME_LENGTH_MAX = 20;
export const REDEMPTIONS_AT_ONCE_MAX = 100;
export const REDEMPTION_QUOTA_DEFAULT = 100_000;

export const redemptionName = nameText('redemption_name_length').refine(
  (name) => [...name].length >= 1 && [...name].length <= REDEMPTION_NAME_LENGTH_MAX,
  'redemption_name_length',
);

export const redemptionQuota = z
  .number({ error: 'redemption_quota_invalid' })
  .int('redemption_quota_invalid')
  .min(1, 'redemption_quota_invalid')
  .max(QUOTA_INPUT_MAX, 'redemption_quota_invalid');

/** Number of codes to create. */
export const redemptionCount = z
  .number({ error: 'redemption_count_min' })
  .int('redemption_count_min')
  .min(1, 'redemption_count_min')
  .max(REDEMPTIONS_AT_ONCE_MAX, 'redemption_count_max');

export const redemptionEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  quota: z.number().int(),
  /** The code itself: 32 hexadecimal characters. */
  key: z.string(),
  /**
   * True if the stored code can't be decrypted (it was sealed with another master key): `key` is then empty.
   */
  key_unreadable: z.boolean(),
  status: z.number().int(),
  created_time: z.number().int(),
  /** The user who created it. */
  user_id: z.number().int(),
  /** 0 until it is redeemed, like the time. */
  used_user_id: z.number().int(),
  redeemed_time: z.number().int(),
});
export type Redemption = z.output<typeof redemptionEntity>;

/** A code in the administrators' list. */
export const listedRedemption = redemptionEntity.extend({
  /** Usernames; the second is empty until it is redeemed. */
  creator: z.string(),
  redeemer: z.string(),
});
export type ListedRedemption = z.output<typeof listedRedemption>;
