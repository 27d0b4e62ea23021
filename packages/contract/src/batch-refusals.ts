import { z } from 'zod';

const batchRefusal = z.object({ id: z.number().int(), code: z.string(), reason: z.string() });
export type BatchRefusal = z.output<typeof batchRefusal>;

/** Why rows of a batch can't be changed: the error code, and its text in the caller's language. */
export const batchRefusals = z.array(batchRefusal);

/** Most users or codes changed at once: each is a transaction of its own. */
export const BATCH_MAX = 100;
