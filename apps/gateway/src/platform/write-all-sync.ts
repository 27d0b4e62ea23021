import { writeSync } from 'node:fs';

const STDERR = 2;
const PAUSE_MS = 20;
/** About ten seconds in which nothing could be written. */
const PAUSES_MAX = 500;

export interface WriteAllOptions {
  /** Writes what fits at once and returns how many bytes that were; throws like `writeSync`. */
  write?: (bytes: Buffer) => number;
  pause?: () => void;
  /** Pauses of 20 ms in a row after which it gives up. */
  pausesMax?: number;
}

/**
 * Writes a text, to the error output by default, while the process waits, for the last words of one that ends. A pipe takes
 * 64 KB at a time, and nothing while its reader is slow. Gives up without an error if nobody reads.
 */
export function writeAllSync(
  text: string | Buffer,
  {
    write = (bytes) => writeSync(STDERR, bytes),
    pause = () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS),
    pausesMax = PAUSES_MAX,
  }: WriteAllOptions = {},
): void {
  let bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let pauses = 0; bytes.length > 0 && pauses < pausesMax;)
    try {
      bytes = bytes.subarray(write(bytes));
      pauses = 0;
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') return;
      pauses += 1;
      pause();
    }
}
