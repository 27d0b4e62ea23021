import type { LeaseRequest } from './backend.ts';
import type { OwnerKind } from './lease-account.ts';
import { type Booking, readRow, readRows, write } from './store/booking.ts';
import {
  addLease,
  deleteEmptyLease,
  deleteLeases,
  hold,
  listLeases,
  readFreeQuota,
  reduceLease,
  unhold,
} from './store/statements.ts';

export interface LeaseKey {
  nodeId: string;
  kind: OwnerKind;
  ownerId: number;
}

/** Reads an owner's quota that no node holds; locks the owner's row for this transaction. */
export function* readFree(kind: OwnerKind, ownerId: number): Booking<number> {
  const owner = yield* readRow<{ free: number }>(readFreeQuota[kind], { id: ownerId });
  return owner?.free ?? 0;
}

/** Takes a lease out of the free quota. Returns its size, 0 if refused. `expiresAt` is in Unix seconds. */
export function* acquireLease(
  nodeId: string,
  { kind, ownerId, choose }: LeaseRequest,
  expiresAt: number,
): Booking<number> {
  const amount = choose(yield* readFree(kind, ownerId));
  if (amount <= 0) return 0;
  if ((yield* write(hold[kind], { amount, id: ownerId })) === 0) return 0;
  yield* write(addLease, { nodeId, kind, ownerId, amount, expiresAt });
  return amount;
}

/** Returns part of a lease. Returns false, with nothing changed, if there is no such lease. */
export function* releaseLease(key: LeaseKey, amount: number): Booking<boolean> {
  const { kind, ownerId } = key;
  // Locks the owner's row first, as everywhere: `held` may change only together with the lease.
  yield* readFree(kind, ownerId);
  if ((yield* write(reduceLease, { ...key, amount })) === 0) return false;
  yield* write(unhold[kind], { amount, id: ownerId });
  yield* write(deleteEmptyLease, key);
  return true;
}

/**
 * Returns all leases of a node; the result is their number. On PostgreSQL the caller holds an exclusive lock
 * on the node's row, so that no lease can appear in the meantime.
 */
export function* dropLeases(nodeId: string): Booking<number> {
  const leases = yield* readRows<{ owner_kind: OwnerKind; owner_id: number; amount: number }>(
    listLeases,
    { nodeId },
  );
  for (const { owner_kind: kind, owner_id: id, amount } of leases)
    yield* write(unhold[kind], { amount, id });
  yield* write(deleteLeases, { nodeId });
  return leases.length;
}
