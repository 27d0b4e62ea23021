import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Clock } from '../../platform/clock.ts';

const NAME = 'disk-reserve';
/** Enough for the charges of thousands of streams, and what booking them writes. */
const BYTES = 4 * 1024 * 1024;
/** Delayed so that startup is faster; a short-lived process needs no reserve. */
const AFTER_MS = 30_000;

/**
 * Disk space reserved in a node's folder by a file that nobody reads. A process that has to stop while the
 * disk is full releases it, and stores the last charges there.
 */
export class DiskReserve {
  readonly #path: string;
  #cancel = (): void => {};

  constructor(folder: string) {
    this.#path = join(folder, NAME);
  }

  /** Reserves the space once startup is over. */
  takeSoon(clock: Pick<Clock, 'after'>): void {
    this.#cancel = clock.after(AFTER_MS, () => void this.take());
  }

  /** Cancels a pending reservation; an existing reserve stays for the next process. */
  close(): void {
    this.#cancel();
  }

  /** Reserves the space if it is available. */
  async take(): Promise<void> {
    if (statSync(this.#path, { throwIfNoEntry: false })?.size === BYTES) return;
    // Random bytes can be neither compressed nor deduplicated by a file system.
    const bytes = await promisify(randomBytes)(BYTES);
    await writeFile(this.#path, bytes, { flush: true }).catch(() => this.release());
  }

  release(): void {
    rmSync(this.#path, { force: true });
  }
}
