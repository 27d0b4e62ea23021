/** Returns an IANA time zone as requested; UTC for an unknown one. */
export function knownZone(requested: string): string {
  return isZone(requested) ? requested : 'UTC';
}

/** Formats times (Unix seconds) as 2026-11-21 18:24:27 in an IANA time zone; an unknown one means UTC. */
export function zonedTime(requestedZone: string): {
  zone: string;
  timeOf: (seconds: number) => string;
} {
  const zone = knownZone(requestedZone);
  // The Swedish locale uses this format.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return { zone, timeOf: (seconds) => format.format(seconds * 1000) };
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
