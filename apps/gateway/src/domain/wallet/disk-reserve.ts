import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../platform/clock.ts';

const NAME = 'disk-reserve';
/** The charges of thousands of streams, and what booking them writes beside. */
const BYTES = 4 * 1024 * 1024;
/** A start is quicker without it, and a process that ends soon needs none. */
const AFTER_MS = 30_000;

/**
 * Room on the disk of a node's folder, kept by a file that nobody reads. A process that has to end on
 * a full disk gives it up, and stores the last charges in its place.
 */
export class DiskReserve {
  readonly #path: string;
  #cancel = (): void => {};

  constructor(folder: string) {
    this.#path = join(folder, NAME);
  }

  /** Takes the room once the start is over. */
  takeSoon(clock: Pick<Clock, 'after'>): void {
    this.#cancel = clock.after(AFTER_MS, () => void this.take());
  }

  /** Nothing is taken any more; what was stays for the next process. */
  close(): void {
    this.#cancel();
  }

  /** Takes the room where it is free. */
  async take(): Promise<void> {
    if (statSync(this.#path, { throwIfNoEntry: false })?.size === BYTES) return;
    // Chance can't be compressed, nor shared by a file system.
    const bytes = await promisify(randomBytes)(BYTES);
    await writeFile(this.#path, bytes, { flush: true }).catch(() => this.release());
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }
}
