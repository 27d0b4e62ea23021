import { z } from 'zod';

/** A key as administrators see it, without the secret. Quota in quota units, times UTC seconds. */
export const managedKeyEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The last four characters; empty if the stored key can't be decrypted. */
  tail: z.string(),
  /** The status shown in the owner's list, including expired and exhausted. */
  status: z.number().int(),
  unlimited_quota: z.boolean(),
  remain_quota: z.number().int(),
  used_quota: z.number().int(),
  created_time: z.number().int(),
  /** 0 if never used. */
  accessed_time: z.number().int(),
  /** Address of the last use; empty if unknown. */
  accessed_ip: z.string(),
  /** Whether the payloads of its calls are stored. */
  payload_log: z.boolean(),
});
export type ManagedKey = z.output<typeof managedKeyEntity>;
