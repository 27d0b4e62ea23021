import { randomInt, randomUUID } from 'node:crypto';
import type { TaskPlatform } from '../../store/tasks-table.ts';

const DIGITS = 18;

/**
 * A new name of a task that nobody can guess, in the form that clients of its platform know:
 * digits that begin with the time for drawings, a UUID for music.
 */
export function newTaskId(platform: TaskPlatform, nowMs: number): string {
  if (platform === 'suno') return randomUUID();
  const digits = Array.from({ length: DIGITS / 6 }, () =>
    String(randomInt(1_000_000)).padStart(6, '0'),
  );
  return `${nowMs}${digits.join('')}`;
}
