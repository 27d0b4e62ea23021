import { randomInt, randomUUID } from 'node:crypto';
import type { TaskPlatform } from '../../store/tasks-table.ts';

const DIGITS = 18;

/**
 * Creates an unguessable task id, in the format that clients of its platform expect: digits that start with
 * the time for images, a UUID for music.
 */
export function newTaskId(platform: TaskPlatform, nowMs: number): string {
  if (platform === 'suno') return randomUUID();
  const digits = Array.from({ length: DIGITS / 6 }, () =>
    String(randomInt(1_000_000)).padStart(6, '0'),
  );
  return `${nowMs}${digits.join('')}`;
}
