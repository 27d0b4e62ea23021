import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a signature is the expected one (hexadecimal, in any letter case), in constant time. */
export function isSameSignature(expected: string, given: unknown): boolean {
  if (typeof given !== 'string') return false;
  const digest = (text: string) => createHash('sha256').update(text.toLowerCase()).digest();
  return timingSafeEqual(digest(expected), digest(given));
}
