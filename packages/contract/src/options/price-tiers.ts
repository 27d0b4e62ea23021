import { z } from 'zod';

const ratio = z.number().min(0).max(1e9).optional();

/** {"model": [{"above": tokens, "modelRatio": 2, …}]}: the option PriceTiers. */
export const priceTiers = z.record(
  z.string().trim().min(1).max(200),
  z
    .array(
      z.strictObject({
        /** The tier holds for prompts of more tokens than this. */
        above: z.number().int().min(1).max(1e9),
        /** What is absent stays as it is for short prompts. */
        modelRatio: ratio,
        completionRatio: ratio,
        cacheRatio: ratio,
        cacheWriteRatio: ratio,
      }),
    )
    .max(20),
);
