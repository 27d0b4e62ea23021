import { sql } from 'kysely';
import type { StoreTransaction as Transaction } from '../../../store/open-store.ts';
import type { OwnerKind } from '../lease-account.ts';
import type { LeaseRequest } from '../backend.ts';

/** A node as its running process sees it. */
export interface NodeIdentity {
  nodeId: string;
  /** Made anew by every process, so that what another one did under the same name shows. */
  incarnation: string;
}

/** What a node's row says about a process: its own, nobody's (leases were given back), or somebody else's. */
export type NodeOwnership = 'mine' | 'dropped' | 'taken-over';

/** Reads and locks the node's row as weakly as the purpose allows. Locks go node, users, keys, so that none can deadlock. */
export async function readOwnership(
  trx: Transaction,
  { nodeId, incarnation }: NodeIdentity,
  lock: 'against-removal' | 'against-writers' | 'alone',
): Promise<{ standing: NodeOwnership; appliedUpTo: number }> {
  const query = trx
    .selectFrom('nodes')
    .select(['incarnation', 'applied_log_id'])
    .where('id', '=', nodeId);
  const locked =
    lock === 'alone'
      ? query.forUpdate()
      : lock === 'against-writers'
        ? query.forNoKeyUpdate()
        : query.forKeyShare();
  const row = await locked.executeTakeFirstOrThrow();
  const standing =
    row.incarnation === incarnation ? 'mine' : row.incarnation === '' ? 'dropped' : 'taken-over';
  return { standing, appliedUpTo: row.applied_log_id };
}

export interface LeaseKey {
  nodeId: string;
  kind: OwnerKind;
  ownerId: number;
}

/** Takes a lease out of what is free; answers its size, 0 when refused. */
export async function acquireLease(
  trx: Transaction,
  nodeId: string,
  { kind, ownerId, choose }: LeaseRequest,
  expiresAt: number,
): Promise<number> {
  const amount = choose(await readFree(trx, kind, ownerId));
  if (amount <= 0) return 0;
  await addToHeld(trx, kind, ownerId, amount);
  await trx
    .insertInto('leases')
    .values({
      node_id: nodeId,
      owner_kind: kind,
      owner_id: ownerId,
      amount,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['node_id', 'owner_kind', 'owner_id']).doUpdateSet({
        amount: sql`leases.amount + excluded.amount`,
        expires_at: expiresAt,
      }),
    )
    .execute();
  return amount;
}

/** What nobody holds of an owner; locks the owner's row. */
export async function readFree(
  trx: Transaction,
  kind: OwnerKind,
  ownerId: number,
): Promise<number> {
  const owner =
    kind === 'user'
      ? await trx
          .selectFrom('users')
          .select(sql<number>`quota - held`.as('free'))
          .where('id', '=', ownerId)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst()
      : await trx
          .selectFrom('tokens')
          .select(sql<number>`remain_quota - held`.as('free'))
          .where('id', '=', ownerId)
          .where('deleted_at', 'is', null)
          .forUpdate()
          .executeTakeFirst();
  return Number(owner?.free ?? 0);
}

async function addToHeld(
  trx: Transaction,
  kind: OwnerKind,
  ownerId: number,
  amount: number,
): Promise<void> {
  await trx
    .updateTable(kind === 'user' ? 'users' : 'tokens')
    .set({ held: sql`held + ${amount}` })
    .where('id', '=', ownerId)
    .execute();
}

/** Gives a part of a lease back; false, and nothing done, when there is no such lease. */
export async function releaseLease(
  trx: Transaction,
  { nodeId, kind, ownerId }: LeaseKey,
  amount: number,
): Promise<boolean> {
  // The owner's row first, as everywhere: held is changed only where the lease can be.
  await readFree(trx, kind, ownerId);
  const { numUpdatedRows } = await trx
    .updateTable('leases')
    .set({ amount: sql`amount - ${amount}` })
    .where('node_id', '=', nodeId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('amount', '>=', amount)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await addToHeld(trx, kind, ownerId, -amount);
  await trx
    .deleteFrom('leases')
    .where('node_id', '=', nodeId)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .where('amount', '=', 0)
    .execute();
  return true;
}

/** Gives all leases of a node back. The caller has locked the node's row alone, so none can appear meanwhile. */
export async function dropLeases(trx: Transaction, nodeId: string): Promise<number> {
  const leases = await trx
    .selectFrom('leases')
    .select(['owner_kind', 'owner_id', 'amount'])
    .where('node_id', '=', nodeId)
    .orderBy('owner_kind', 'desc')
    .orderBy('owner_id')
    .execute();
  for (const lease of leases)
    await addToHeld(trx, lease.owner_kind as OwnerKind, lease.owner_id, -lease.amount);
  await trx.deleteFrom('leases').where('node_id', '=', nodeId).execute();
  return leases.length;
}
