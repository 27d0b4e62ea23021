import type { Tone } from '../../ui/display/status-tag.tsx';

/** Green up to 1 s, blue up to 3 s, orange up to 5 s, red above; grey when never tested. */
export function latencyTone(milliseconds: number): Tone {
  if (milliseconds === 0) return 'off';
  if (milliseconds <= 1000) return 'good';
  if (milliseconds <= 3000) return 'info';
  return milliseconds <= 5000 ? 'warn' : 'bad';
}
