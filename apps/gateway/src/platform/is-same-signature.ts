import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares a signature with the expected one (hexadecimal, case-insensitive) in constant time. */
export function isSameSignature(expected: string, actual: unknown): boolean {
  if (typeof actual !== 'string') return false;
  const digest = (text: string) => createHash('sha256').update(text.toLowerCase()).digest();
  return timingSafeEqual(digest(expected), digest(actual));
}
