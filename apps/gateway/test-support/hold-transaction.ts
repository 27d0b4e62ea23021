import type { Store, StoreTransaction } from '../src/store/store.ts';
import { untilBlocked } from './until-blocked.ts';

/**
 * Runs `inside` in a transaction, then `outside`, and commits once that many sessions of the latter wait for a
 * lock.
 */
export async function holdTransaction<Result>(
  store: Store,
  {
    inside,
    outside,
    sessions = 1,
  }: {
    inside: (trx: StoreTransaction) => Promise<unknown>;
    outside: () => Promise<Result>;
    sessions?: number;
  },
): Promise<Result> {
  const held = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  const holding = store.transaction(async (trx) => {
    await inside(trx);
    ready.resolve();
    await held.promise;
  });
  await ready.promise;
  const result = outside();
  await untilBlocked(store, sessions);
  held.resolve();
  await holding;
  return result;
}
