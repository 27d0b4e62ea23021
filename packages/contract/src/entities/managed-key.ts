import { z } from 'zod';

/** A key as administrators see it: never the secret. Quota in quota units, times UTC seconds. */
export const managedKeyEntity = z.object({
  id: z.number().int(),
  name: z.string(),
  /** The last four characters; empty where the stored key can't be read. */
  tail: z.string(),
  /** As the owner's list shows it: expired and exhausted included. */
  status: z.number().int(),
  unlimited_quota: z.boolean(),
  remain_quota: z.number().int(),
  used_quota: z.number().int(),
  created_time: z.number().int(),
  /** 0 where it was never used. */
  accessed_time: z.number().int(),
  /** From where it was last used; empty where that is not known. */
  accessed_ip: z.string(),
  /** What its calls send and get is kept. */
  payload_log: z.boolean(),
});
export type ManagedKey = z.output<typeof managedKeyEntity>;
