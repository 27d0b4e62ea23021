import type { Tone } from '../../ui/display/status-tag.tsx';

/**
 * Returns the color of a response time: green up to 1 s, blue to 3 s, orange to 5 s, red above; gray if
 * untested.
 */
export function latencyTone(milliseconds: number): Tone {
  if (milliseconds === 0) return 'off';
  if (milliseconds <= 1000) return 'good';
  if (milliseconds <= 3000) return 'info';
  return milliseconds <= 5000 ? 'warn' : 'bad';
}
