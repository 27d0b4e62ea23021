import type { Tone } from '../../ui/display/status-tag.tsx';

/** Returns the color of a call's duration in seconds: green under 101, orange under 300, red above. */
export function durationTone(seconds: number): Tone {
  if (seconds < 101) return 'good';
  return seconds < 300 ? 'warn' : 'bad';
}

/**
 * Returns the color of the time to the first token, in milliseconds: green under 3 s, orange under 10 s, red
 * above.
 */
export function firstTokenTone(milliseconds: number): Tone {
  if (milliseconds < 3000) return 'good';
  return milliseconds < 10_000 ? 'warn' : 'bad';
}
