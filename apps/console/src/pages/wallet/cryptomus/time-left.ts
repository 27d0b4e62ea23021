/** Returns the seconds until a transaction expires, at least 0; all inputs in seconds. */
export function secondsLeft(
  { created_at, lifetime }: { created_at: number; lifetime: number },
  now: number,
): number {
  return Math.max(0, created_at + lifetime - Math.floor(now));
}
