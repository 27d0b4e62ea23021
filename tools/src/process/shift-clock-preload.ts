import { join } from 'node:path';

/**
 * Passed to `node --import`, shifts a process's wall clock by the milliseconds in the file named by
 * CLOCK_SHIFT_FILE.
 */
export const SHIFT_CLOCK_PRELOAD = join(import.meta.dirname, 'shift-clock.ts');
