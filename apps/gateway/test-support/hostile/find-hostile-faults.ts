import type { Store } from '../../src/store/open-store.ts';
import { findStandingFaults } from '../money/invariants.ts';
import { readBooks } from './money-snapshot.ts';
import type { HostileAction } from './deed.ts';
import { findTaskFault } from './find-task-fault.ts';

export interface Payer {
  userId: number;
  apiKeyId: number;
}

/** Returns the first fault in a seed's money, after everything has ended. */
export async function findHostileFaults(
  store: Store,
  payers: readonly Payer[],
  deeds: readonly HostileAction[],
): Promise<string | undefined> {
  const users = payers.map(({ userId }) => userId);
  const tokens = payers.map(({ apiKeyId }) => apiKeyId);
  const standing = await findStandingFaults(store, users, tokens);
  if (standing) return standing;
  const books = await readBooks(store, users);
  for (const deed of deeds) {
    const fault = deed.findFault(books);
    const rows = books.charges.get(deed.address);
    if (fault) return `${fault}\n${JSON.stringify({ ...deed.describe(), rows })}`;
  }
  const unfinished = findTaskFault(books);
  if (unfinished) return unfinished;
  if (books.loss > 0 && !deeds.some(({ mayLose }) => mayLose))
    return `the gateway wrote off ${books.loss}`;
  return undefined;
}
