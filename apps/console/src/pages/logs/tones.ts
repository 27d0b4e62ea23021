import type { Tone } from '../../ui/display/status-tag.tsx';

/** How long a call took, in seconds: green under 101, orange under 300, red from there on. */
export function durationTone(seconds: number): Tone {
  if (seconds < 101) return 'good';
  return seconds < 300 ? 'warn' : 'bad';
}

/** The time to the first token, in milliseconds: green under 3 s, orange under 10 s, else red. */
export function firstTokenTone(milliseconds: number): Tone {
  if (milliseconds < 3000) return 'good';
  return milliseconds < 10_000 ? 'warn' : 'bad';
}
