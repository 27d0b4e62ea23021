import { join } from 'node:path';

/**
 * Given to `node --import`, it puts a process's wall clock ahead of or behind the real one by the
 * milliseconds that the file named by CLOCK_SHIFT_FILE holds.
 */
export const SHIFT_CLOCK_PRELOAD = join(import.meta.dirname, 'shift-clock.ts');
