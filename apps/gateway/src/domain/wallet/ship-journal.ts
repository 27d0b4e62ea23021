import { insertLogRowsAtOnce } from '../../store/logs-repository.ts';
import { addLogTotals } from '../../store/log-totals-repository.ts';
import { type NodeIdentity, readOwnership, setAppliedUpTo } from '../../store/nodes-repository.ts';
import type { Store } from '../../store/open-store.ts';
import { addUsageStatsAtOnce } from '../../store/usage-stats-writer.ts';
import type { AppliedShare } from './backend.ts';
import { bookUsage } from './book-usage.ts';
import type { OwnerKind } from './lease-account.ts';
import { bookOnPostgres } from './store/booking.ts';
import type { JournalEntry, LocalJournal } from './store/local-journal.ts';
import { addToTotals, emptyTotals, loggedCalls } from './usage-record.ts';

export interface ShipOptions {
  store: Store;
  journal: LocalJournal;
  node: NodeIdentity;
  /** The last entry to ship: where calls end all the time, there is always a newer one. */
  upTo: number;
  nowSeconds: () => number;
  onApplied: (share: AppliedShare) => void;
  /** Called when memory and database may disagree about this node's leases. */
  onDoubt: () => void;
  /** Called when another process runs under this node's name; returns the error to throw. */
  onTakenOver: () => Error;
  /** Called when a charge that the database permanently refuses was set aside. */
  onRefused: (error: unknown) => void;
}

const BATCH = 1000;

/**
 * Ships the journal's entries up to one of them, in order, and what else fits into the last batch. Each batch
 * is one transaction that also advances the node's watermark, so that shipping it twice changes nothing. An
 * entry whose data the database can't store is set aside, so that it doesn't block those behind it.
 */
export async function shipJournal(options: ShipOptions): Promise<void> {
  const { journal, upTo, onApplied, onRefused } = options;
  for (let batch = BATCH; ;) {
    const entries = journal.oldest(batch);
    const last = entries.at(-1);
    if (!last || (entries[0]?.sequence ?? 0) > upTo) return;
    try {
      // oxlint-disable-next-line no-await-in-loop -- in order
      const shares = await shipBatch(options, entries, last.sequence);
      journal.deleteUpTo(last.sequence);
      for (const share of shares) onApplied(share);
      batch = BATCH;
    } catch (error) {
      if (!isDataFault(error)) throw error;
      batch = Math.floor(entries.length / 2);
      if (batch > 0) continue;
      journal.quarantine(last, String(error));
      for (const share of sharesOf(entries)) onApplied(share);
      onRefused(error);
      batch = BATCH;
    }
  }
}

/** Ships the part of one batch that the database does not have yet. */
function shipBatch(
  { store, node, nowSeconds, onDoubt, onTakenOver }: ShipOptions,
  entries: JournalEntry[],
  last: number,
): Promise<AppliedShare[]> {
  const at = nowSeconds();
  const { nodeId } = node;
  return store.transaction(async (trx) => {
    const { ownership, appliedUpTo } = await readOwnership(trx, node, 'against-writers');
    if (ownership === 'taken-over') throw onTakenOver();
    // A returned lease no longer pays: the charges come out of the free quota.
    if (ownership === 'dropped') onDoubt();
    const newEntries = entries.filter(({ sequence }) => sequence > appliedUpTo);
    const appliedShares = sharesOf(entries.filter(({ sequence }) => sequence <= appliedUpTo));
    // They were shipped before but the result was lost, so it is unknown how much of the lease they used.
    if (appliedShares.length > 0) onDoubt();
    if (newEntries.length === 0) return appliedShares;
    await insertLogRowsAtOnce(
      trx,
      newEntries.flatMap(({ record }) => (record.logged ? [record.row] : [])),
    );
    const range = `${newEntries[0]?.sequence}-${last}`;
    const totals = totalsOf(newEntries);
    const shares = await bookOnPostgres(trx, bookUsage({ totals, nodeId, at, range }));
    await addLogTotals(trx, loggedCalls(totals));
    await addUsageStatsAtOnce(trx, totals.slices.values());
    await setAppliedUpTo(trx, nodeId, { appliedUpTo: last, at });
    return [...appliedShares, ...shares];
  });
}

/**
 * SQLSTATE classes of invalid values, constraint violations, and server limits such as the width of an index.
 */
const DATA_FAULT = /^(?:22|23|54)/;

/** Returns whether a value can't be stored, however often it is retried. */
function isDataFault(error: unknown): boolean {
  return DATA_FAULT.test(String((error as { code?: unknown }).code));
}

function totalsOf(entries: JournalEntry[]) {
  const totals = emptyTotals();
  for (const { record } of entries) addToTotals(totals, record);
  return totals;
}

/** Returns the cost of entries, as shares that no lease paid. */
function sharesOf(entries: JournalEntry[]): AppliedShare[] {
  const { users, apiKeys } = totalsOf(entries);
  return [
    ...[...users].map(([ownerId, { quota }]) => share('user', ownerId, quota)),
    ...[...apiKeys].map(([ownerId, { paid }]) => share('token', ownerId, paid)),
  ];
}

function share(kind: OwnerKind, ownerId: number, amount: number): AppliedShare {
  return { kind, ownerId, amount, fromLease: 0 };
}
