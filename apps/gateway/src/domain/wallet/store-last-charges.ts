import type { Clock } from '../../platform/clock.ts';
import type { DiskReserve } from './disk-reserve.ts';
import type { UnstoredCharges } from './unstored-charges.ts';

/** Five seconds in total. */
const TRIES = 20;
const EVERY_MS = 250;

export interface LastChargesOptions {
  /** Tries to store the waiting charges; never rejects. */
  store: () => Promise<void>;
  clock: Pick<Clock, 'after'>;
  diskReserve: DiskReserve | undefined;
}

/**
 * Stores the waiting charges when a process ends. As this is the last chance, a full disk gets the reserved
 * space back, and some time.
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
