import type { Clock } from '../../platform/clock.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { UnstoredCharges } from './unstored-charges.ts';

/** Five seconds in all. */
const TRIES = 20;
const EVERY_MS = 250;

export interface LastChargesOptions {
  /** Tries to store what waits; does not fail. */
  store: () => Promise<void>;
  clock: Pick<Clock, 'after'>;
  diskReserve: DiskReserve | undefined;
}

/**
 * Stores what waits when a process ends. As there is no later, a disk that is full gets the room that
 * was kept, and some time.
 */
export async function storeLastCharges(
  charges: Pick<UnstoredCharges, 'isEmpty'>,
  { store, clock, diskReserve }: LastChargesOptions,
): Promise<void> {
  await store();
  if (charges.isEmpty) return;
  diskReserve?.release();
  for (let tries = 0; tries < TRIES; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    await store();
    if (charges.isEmpty) return;
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    await new Promise<void>((resolve) => clock.after(EVERY_MS, resolve));
  }
}
