import { LENIENT_SKEW_SECONDS } from '../../platform/clock.ts';
import type { ClickhouseTable } from '../../store/log-store/clickhouse-table.ts';
import {
  listErasedUsers,
  listLogDeletions,
  type LogStoreProgress,
  noteLogStore,
  noteShipped,
  openLogStore,
} from '../../store/log-store/log-stores-repository.ts';
import { findSettledLogId, listLogsByIds } from '../../store/log-store/settled-logs-repository.ts';
import type { Domain } from '../domain.ts';

/** Rows per batch: the number held in memory, and sent again after a crash. */
const BATCH = 5000;
const USERS_AT_ONCE = 1000;

interface ShipContext extends Pick<Domain, 'store'> {
  table: ClickhouseTable;
  /** Users erased in the log store, as far as this process knows. */
  erased: Set<number>;
  /** Rows before this time (Unix seconds) are too old to be sent; without it none are. */
  floor?: number;
}

/**
 * Brings the log store up to date with the database: rows, deletions by administrators, erased users and
 * retention. Runs on one node at a time. Steps done before a crash are repeated without effect.
 */
export async function shipLogs(context: ShipContext, signal: AbortSignal): Promise<void> {
  const progress = await openLogStore(context.store.db, await context.table.prepare());
  await shipRows(context, progress, signal);
  if (signal.aborted) return;
  await followErasures(context, progress);
  await followDeletions(context, progress);
}

async function shipRows(
  { store, table, floor = 0 }: ShipContext,
  progress: LogStoreProgress,
  signal: AbortSignal,
): Promise<void> {
  const settled = (await findSettledLogId(store.db)) ?? 0;
  while (progress.shipped_id < settled && !signal.aborted) {
    const from = progress.shipped_id;
    const rows = await listLogsByIds(store.reader, { after: from, to: settled, limit: BATCH });
    const recentRows = rows.filter(({ created_at: at }) => at >= floor);
    if (recentRows.length > 0) await table.insert(recentRows);
    const to = rows.length < BATCH ? settled : (rows.at(-1)?.id ?? settled);
    if (!(await noteShipped(store.db, progress.id, { from, to })))
      throw new Error('another node ships the log too');
    progress.shipped_id = to;
  }
}

/**
 * Anonymizes erased users in the log store: all their rows were either shipped before, or are already
 * anonymous.
 */
async function followErasures(
  { store, table, erased }: ShipContext,
  progress: LogStoreProgress,
): Promise<void> {
  // A store that was reset to an earlier state has their rows with personal data again.
  if (progress.erased_until === 0) erased.clear();
  const erasedUsers = await listErasedUsers(store.db, progress.erased_until - LENIENT_SKEW_SECONDS);
  const users = erasedUsers.filter(({ id }) => !erased.has(id));
  for (let start = 0; start < users.length; start += USERS_AT_ONCE) {
    const userChunk = users.slice(start, start + USERS_AT_ONCE);
    await table.eraseUsers(userChunk.map(({ id }) => id));
    for (const { id } of userChunk) erased.add(id);
    const until = userChunk.at(-1)?.erasedAt ?? 0;
    await noteLogStore(store.db, progress.id, { erased_until: until });
  }
}

/** Applies a deletion once its rows were shipped: those in transit would reappear after it. */
async function followDeletions(
  { store, table }: ShipContext,
  progress: LogStoreProgress,
): Promise<void> {
  const deletions = await listLogDeletions(store.db, progress.deletion_id);
  for (const { id, before, last_id: lastId } of deletions) {
    if (lastId > progress.shipped_id) return;
    await table.deleteBefore(before, lastId);
    await noteLogStore(store.db, progress.id, { deletion_id: id });
  }
}
