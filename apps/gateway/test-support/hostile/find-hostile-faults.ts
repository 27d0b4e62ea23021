import type { Store } from '../../src/store/open-store.ts';
import { findStandingFaults } from '../money/invariants.ts';
import { readSnapshot } from './money-snapshot.ts';
import type { HostileAction } from './hostile-action.ts';
import { findTaskFault } from './find-task-fault.ts';

export interface Payer {
  userId: number;
  apiKeyId: number;
}

/** Returns the first fault in a seed's money, after everything has ended. */
export async function findHostileFaults(
  store: Store,
  payers: readonly Payer[],
  actions: readonly HostileAction[],
): Promise<string | undefined> {
  const users = payers.map(({ userId }) => userId);
  const tokens = payers.map(({ apiKeyId }) => apiKeyId);
  const standing = await findStandingFaults(store, users, tokens);
  if (standing) return standing;
  const snapshot = await readSnapshot(store, users);
  for (const action of actions) {
    const fault = action.findFault(snapshot);
    const rows = snapshot.charges.get(action.address);
    if (fault) return `${fault}\n${JSON.stringify({ ...action.describe(), rows })}`;
  }
  const unfinished = findTaskFault(snapshot);
  if (unfinished) return unfinished;
  if (snapshot.loss > 0 && !actions.some(({ canLose }) => canLose))
    return `the gateway wrote off ${snapshot.loss}`;
  return undefined;
}
