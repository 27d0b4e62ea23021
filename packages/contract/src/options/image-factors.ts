import { z } from 'zod';

const word = z.string().trim().min(1).max(200);
/** {"model": {"1024x1792": 2, "hd": 2, "1024x1792 hd": 3}}: the option ImageFactors. */
export const imageFactors = z.record(word, z.record(word, z.number().min(0).max(1e6)));
