import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import type { Config } from './config.ts';

const MEGABYTE = 1024 * 1024;
/** Room for the largest body, and one beside it. */
const LEAST = 128 * MEGABYTE;

export interface Machine {
  /** Bytes that all processes of the gateway may use. */
  memory: number;
  /** Bytes that the heap of one may reach. */
  heap: number;
}

/**
 * Bytes that bodies of requests may hold in this process; whole responses may hold as much again. By
 * default an eighth of its share of the memory, and no more than a quarter of the heap, in which a
 * body that is rewritten stands once more.
 */
export function bodyMemory(
  { BODIES_MAX_MB, WORKERS }: Pick<Config, 'BODIES_MAX_MB' | 'WORKERS'>,
  { memory, heap }: Machine = thisMachine(),
): number {
  if (BODIES_MAX_MB !== undefined) return BODIES_MAX_MB * MEGABYTE;
  return Math.max(LEAST, Math.floor(Math.min(memory / WORKERS / 8, heap / 4)));
}

/** A container may have less than the machine; without a limit the system tells a huge number, or 0. */
function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  return {
    memory: limit > 0 ? Math.min(limit, totalmem()) : totalmem(),
    heap: getHeapStatistics().heap_size_limit,
  };
}
