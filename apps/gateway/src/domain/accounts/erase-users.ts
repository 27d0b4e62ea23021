import { nowSeconds } from '../../platform/clock.ts';
import {
  eraseActorNames,
  eraseApiKeys,
  eraseLogRows,
  eraseRecords,
  eraseUser,
  listUsersToErase,
  lockUserToErase,
  type LogPosition,
  noteErased,
} from '../../store/erase-user-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { deletePayloadsOfUser } from '../../store/payloads-repository.ts';
import type { Domain } from '../domain.ts';
import { restoreLimit } from './restore-user.ts';

const USERS_AT_ONCE = 20;
const ROWS_AT_ONCE = 500;
const PAYLOADS_AT_ONCE = 100;
const BEGINNING: LogPosition = { createdAt: -1, id: 0 };

type EraseContext = Pick<Domain, 'store' | 'clock' | 'changes' | 'wallet'>;

/**
 * Erases users who can no longer be restored; returns how many. Each step is idempotent, and a user counts as
 * erased after the last one, so an interrupted run can be resumed. One who cannot be erased keeps no other from
 * it; throws the first such error at the end.
 */
export async function eraseUsers(
  domain: EraseContext,
  { signal, rest }: { signal: AbortSignal; rest: () => Promise<void> },
): Promise<number> {
  const { store, clock } = domain;
  const before = restoreLimit(nowSeconds(clock));
  const failures: unknown[] = [];
  let count = 0;
  let after = 0;
  while (!signal.aborted) {
    const ids = await listUsersToErase(store.db, { before, after, limit: USERS_AT_ONCE });
    for (const id of ids)
      try {
        if (await eraseOne(domain, id, { before, signal, rest })) count += 1;
      } catch (error) {
        failures.push(error);
      }
    after = ids.at(-1) ?? after;
    if (ids.length < USERS_AT_ONCE) break;
  }
  if (failures.length > 0) throw failures[0];
  return count;
}

/**
 * Erases a user who was deleted at or before a time; returns whether it did, completely. A node whose clock is
 * behind may have restored the user since they were listed.
 */
async function eraseOne(
  { store, clock, changes, wallet }: EraseContext,
  id: number,
  { before, signal, rest }: { before: number; signal: AbortSignal; rest: () => Promise<void> },
): Promise<boolean> {
  const isDeleted = (trx: StoreTransaction) => lockUserToErase(trx, id, before);
  if (!(await store.transaction(isDeleted))) return false;
  // Its calls ended long ago; flushing writes their rows to the log before the log is scanned.
  await wallet.flush();
  await eraseActorNames(store.db, id);
  const isErased = await changes.commit({ topic: 'user', id }, async (trx) => {
    if (!(await isDeleted(trx))) return false;
    await eraseUser(trx, id);
    await eraseApiKeys(trx, id, nowSeconds(clock));
    return true;
  });
  if (!isErased) return false;
  let after: LogPosition | undefined = BEGINNING;
  while (after) {
    if (signal.aborted) return false;
    after = await eraseLogRows(store.db, id, { after, limit: ROWS_AT_ONCE });
    await rest();
  }
  while ((await deletePayloadsOfUser(store.db, id, PAYLOADS_AT_ONCE)) === PAYLOADS_AT_ONCE) {
    if (signal.aborted) return false;
    await rest();
  }
  await eraseRecords(store.db, id);
  await noteErased(store.db, id, nowSeconds(clock));
  return true;
}
