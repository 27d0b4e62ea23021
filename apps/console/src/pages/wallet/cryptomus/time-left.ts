/** Returns the seconds until a transaction expires, at least 0; all inputs in seconds. */
export function secondsLeft(
  { created_at, lifetime }: { created_at: number; lifetime: number },
  now: number,
): number {
  return Math.max(0, created_at + lifetime - Math.floor(now));
}

/** Formats a countdown: 59:07, or 1:00:00 from an hour on. */
export function formatCountdown(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return hours > 0
    ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
    : `${two(minutes)}:${two(seconds % 60)}`;
}
