import { z } from 'zod';

const ratio = z.number().min(0).max(1e9).optional();

/** {"model": [{"above": tokens, "modelRatio": 2, …}]}: the option PriceTiers. */
export const priceTiers = z.record(
  z.string().trim().min(1).max(200),
  z
    .array(
      z.strictObject({
        /** The tier applies to prompts with more tokens than this. */
        above: z.number().int().min(1).max(1e9),
        /** Absent ratios are those of short prompts. */
        modelRatio: ratio,
        completionRatio: ratio,
        cacheRatio: ratio,
        cacheWriteRatio: ratio,
      }),
    )
    .max(20),
);
