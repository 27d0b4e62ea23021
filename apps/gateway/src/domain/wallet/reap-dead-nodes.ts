import { listSilentNodes, lockSilentNode, setIncarnation } from '../../store/nodes-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { dropLeases } from './book-leases.ts';
import { bookOnPostgres } from './store/booking.ts';

/** After so many seconds without a sign of life a node's leases go back to their owners. */
export const LEASE_SECONDS = 600;

/**
 * Gives back the leases of nodes that have shown no sign of life for `LEASE_SECONDS`. For the jobs
 * runner; may run any number of times and on several nodes at once. `now` in seconds. Answers the
 * nodes that had any. A node that comes back later books what its journal still holds (see
 * docs/decisions/0010-dead-nodes-and-doubt.md).
 */
export async function reapDeadNodes(store: Store, now: number): Promise<string[]> {
  // A SQLite database has one process, which puts its own leases right when it starts.
  if (store.kind === 'sqlite') return [];
  const reaped: string[] = [];
  for (const id of await listSilentNodes(store.db, now - LEASE_SECONDS))
    if (await reap(store, id, now)) reaped.push(id);
  return reaped;
}

/** False when it held nothing, showed up meanwhile, or somebody else was faster. */
function reap(store: Store, id: string, now: number): Promise<boolean> {
  return store.transaction(async (trx) => {
    if (!(await lockSilentNode(trx, id, now - LEASE_SECONDS))) return false;
    const dropped = await bookOnPostgres(trx, dropLeases(id));
    await setIncarnation(trx, { nodeId: id, incarnation: '' });
    return dropped > 0;
  });
}
