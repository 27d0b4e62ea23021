import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { Config } from './config.ts';

const MEGABYTE = 1024 * 1024;
/** Fits the largest body and one more. */
const LEAST = 128 * MEGABYTE;

export interface Machine {
  /** Memory available to all gateway processes together, in bytes. */
  memory: number;
  /** Heap limit of one process, in bytes. */
  heap: number;
}

/**
 * Returns how many bytes request bodies may occupy in this process; fully buffered responses may occupy as
 * many again. Defaults to an eighth of the process's share of memory, at most a quarter of the heap, because
 * a rewritten body is held there a second time.
 */
export function bodyMemory(
  { BODIES_MAX_MB, WORKERS }: Pick<Config, 'BODIES_MAX_MB' | 'WORKERS'>,
  { memory, heap }: Machine = thisMachine(),
): number {
  if (BODIES_MAX_MB !== undefined) return BODIES_MAX_MB * MEGABYTE;
  return Math.max(LEAST, Math.floor(Math.min(memory / WORKERS / 8, heap / 4)));
}

/**
 * A container's limit may be below the machine's memory; without a limit the system reports 0 or a huge
 * number.
 */
function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  return {
    memory: limit > 0 ? Math.min(limit, totalmem()) : totalmem(),
    heap: getHeapStatistics().heap_size_limit,
  };
}
