import { randomFillSync } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = 'disk-reserve';
/** The charges of thousands of streams, and what booking them writes beside. */
const BYTES = 4 * 1024 * 1024;

/**
 * Room on the disk of a node's folder, kept by a file that nobody reads. A process that has to end on
 * a full disk gives it up, and stores the last charges in its place.
 */
export class DiskReserve {
  readonly #path: string;

  constructor(folder: string) {
    this.#path = join(folder, NAME);
  }

  /** Takes the room where it is free. */
  async take(): Promise<void> {
    if (statSync(this.#path, { throwIfNoEntry: false })?.size === BYTES) return;
    // Chance can't be compressed, nor shared by a file system.
    const bytes = randomFillSync(Buffer.allocUnsafe(BYTES));
    await writeFile(this.#path, bytes, { flush: true }).catch(() => this.release());
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }
}
