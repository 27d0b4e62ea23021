import type { Store, StoreTransaction as Transaction } from '../../../store/open-store.ts';
import type { OwnerKind } from '../lease-account.ts';
import { readFree } from '../book-leases.ts';
import { bookOnPostgres } from './booking.ts';

export interface Owner {
  kind: OwnerKind;
  ownerId: number;
}

/** A node without a heartbeat for this long is not asked, because it would not reply. */
const ALIVE_SECONDS = 15;

/**
 * Marks an owner's leases on other live nodes as recalled. Returns these nodes. Locks the owner's row first,
 * as everywhere, so that two recalls can't deadlock.
 */
export async function markRecalled(
  trx: Transaction,
  { kind, ownerId }: Owner,
  { nodeId, now }: { nodeId: string; now: number },
): Promise<string[]> {
  await bookOnPostgres(trx, readFree(kind, ownerId));
  const alive = trx
    .selectFrom('nodes')
    .select('id')
    .where('id', '!=', nodeId)
    .where('seen_at', '>=', now - ALIVE_SECONDS);
  const marked = await trx
    .updateTable('leases')
    .set({ recalled_at: now })
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('amount', '>', 0)
    .where('node_id', 'in', alive)
    .returning('node_id')
    .execute();
  return marked.map(({ node_id: id }) => id);
}

/** Clears the recall mark of a lease after its idle part was returned. */
export async function clearRecall(
  trx: Transaction,
  { kind, ownerId }: Owner,
  nodeId: string,
): Promise<void> {
  await trx
    .updateTable('leases')
    .set({ recalled_at: 0 })
    .where('node_id', '=', nodeId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .execute();
}

/** Returns whether any of these nodes has yet to reply. */
export async function isRecallOpen(
  { db }: Pick<Store, 'db'>,
  { kind, ownerId }: Owner,
  nodeIds: readonly string[],
): Promise<boolean> {
  const open = await db
    .selectFrom('leases')
    .select('id')
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('node_id', 'in', nodeIds)
    .where('recalled_at', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return open !== undefined;
}

/** Lists the owners whose leases on this node are recalled. */
export async function listRecalled({ db }: Pick<Store, 'db'>, nodeId: string): Promise<Owner[]> {
  const rows = await db
    .selectFrom('leases')
    .select(['owner_kind', 'owner_id'])
    .where('node_id', '=', nodeId)
    .where('recalled_at', '>', 0)
    .execute();
  return rows.map(({ owner_kind: kind, owner_id: ownerId }) => ({ kind, ownerId }));
}
