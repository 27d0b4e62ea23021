import { z } from 'zod';

const word = z.string().trim().min(1).max(200);
const imageFactors = z.record(word, z.record(word, z.number().min(0).max(1e6)));

/** {"model": {"1024x1792": 2, "hd": 2, "1024x1792 hd": 3}}: the option ImageFactors. */
export function areImageFactors(value: unknown): boolean {
  return imageFactors.safeParse(value).success;
}
