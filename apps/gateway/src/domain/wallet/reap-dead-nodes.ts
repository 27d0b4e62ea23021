import { LENIENT_SKEW_SECONDS } from '../../platform/clock.ts';
import {
  listSilentNodes,
  lockSilentNode,
  type SeenWindow,
  setIncarnation,
} from '../../store/nodes-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { dropLeases } from './book-leases.ts';
import { bookOnPostgres } from './store/booking.ts';

/** Seconds without a heartbeat after which a node's leases return to their owners. */
export const LEASE_SECONDS = 600;

/**
 * Returns the leases of nodes that have sent no heartbeat for `LEASE_SECONDS`. For the job scheduler; may run
 * any number of times and on several nodes concurrently. `now` is in Unix seconds. Returns the nodes that had
 * any. A node that comes back later books what its journal still holds (see
 * docs/decisions/0010-dead-nodes-and-doubt.md).
 */
export async function reapDeadNodes(store: Store, now: number): Promise<string[]> {
  // A SQLite database has one process, which corrects its own leases at startup.
  if (store.kind === 'sqlite') return [];
  const reaped: string[] = [];
  for (const id of await listSilentNodes(store.db, livingAt(now)))
    if (await reap(store, id, now)) reaped.push(id);
  return reaped;
}

/** When living nodes were last seen. */
function livingAt(now: number): SeenWindow {
  return { from: now - LEASE_SECONDS, to: now + LENIENT_SKEW_SECONDS };
}

/** Returns false if the node held nothing, came back in the meantime, or was reaped by another node first. */
function reap(store: Store, id: string, now: number): Promise<boolean> {
  return store.transaction(async (trx) => {
    if (!(await lockSilentNode(trx, id, livingAt(now)))) return false;
    const dropped = await bookOnPostgres(trx, dropLeases(id));
    await setIncarnation(trx, { nodeId: id, incarnation: '' });
    return dropped > 0;
  });
}
