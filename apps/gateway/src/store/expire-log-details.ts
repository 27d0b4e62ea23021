import { EXPIRED_DETAILS, LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { findDetailMark, moveDetailMark } from './log-details-repository.ts';
import type { Store, StoreTransaction } from './open-store.ts';

/** Rows per transaction: calls that end meanwhile wait to be stored. */
const BATCH = 200;
const CALLS: readonly number[] = [LOG_CONSUME, LOG_ERROR];
/** The wallet recognizes calls that were paid elsewhere by this prefix, which must never be lost. */
const IMPORTED = '{"imported":';
const EXPIRED_IMPORTED = `${IMPORTED}true,${EXPIRED_DETAILS.slice(1)}`;

const expire = ({ other }: { other: string }) => ({
  content: '',
  other: other.startsWith(IMPORTED) ? EXPIRED_IMPORTED : EXPIRED_DETAILS,
  ip: '',
});

export interface ExpireLogDetailsOptions {
  /** Seconds; older calls lose their details. */
  before: number;
  /** Rows with a higher id stay as they are. */
  lastId: number;
  /** Waits between two batches. */
  rest: () => Promise<unknown>;
  signal: AbortSignal;
}

/**
 * Deletes the details of calls before a time; who called what when, and the cost, are kept. Continues where
 * an earlier run ended; returns where it started (seconds) and how many calls it changed.
 */
export async function expireLogDetails(
  store: Store,
  { before, lastId, rest: pause, signal }: ExpireLogDetailsOptions,
): Promise<{ from: number; count: number }> {
  const start = await findDetailMark(store.db);
  let from = start;
  let after = { created_at: from, id: 0 };
  let count = 0;
  while (from < before && !signal.aborted) {
    const rows = await listRows(store, { before, lastId, after });
    const last = rows.length < BATCH ? undefined : rows.at(-1);
    const move = { from, to: last?.created_at ?? before };
    const calls = rows.filter((row) => CALLS.includes(row.type) && row.other !== expire(row).other);
    const hasMovedMark = await store.transaction(async (trx) => {
      if (!(await moveDetailMark(trx, move))) return false;
      await expireRows(store.kind, trx, calls);
      return true;
    });
    // Older rows were added meanwhile: the next run starts with them.
    if (!hasMovedMark) break;
    count += calls.length;
    from = move.to;
    if (!last) break;
    after = last;
    await pause();
  }
  return { from: start, count };
}

type LogPosition = { created_at: number; id: number };
type FoundRow = LogPosition & { type: number; other: string };

/** Uses a separate reader so that calls are not delayed. */
function listRows(
  { reader }: Store,
  { before, lastId, after }: { before: number; lastId: number; after: LogPosition },
): Promise<FoundRow[]> {
  return reader
    .selectFrom('logs')
    .select(['id', 'created_at', 'type', 'other'])
    .where('created_at', '>=', after.created_at)
    .where('created_at', '<', before)
    .where(({ eb, or }) => or([eb('created_at', '>', after.created_at), eb('id', '>', after.id)]))
    .where('id', '<=', lastId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
}

/**
 * SQLite does not free pages whose rows only shrink, so rows are deleted and reinserted: 220 MB become 38 MB
 * this way, and stay 220 MB otherwise (ADR 110).
 */
async function expireRows(
  kind: Store['kind'],
  trx: StoreTransaction,
  rows: readonly FoundRow[],
): Promise<void> {
  if (kind === 'postgres') {
    const groups = Map.groupBy(rows, (row) => expire(row).other);
    for (const group of groups.values()) await updateRows(trx, group);
    return;
  }
  if (rows.length === 0) return;
  const deleted = await trx
    .deleteFrom('logs')
    .where('id', 'in', idsOf(rows))
    .returningAll()
    .execute();
  if (deleted.length > 0)
    await trx
      .insertInto('logs')
      .values(deleted.map((row) => ({ ...row, ...expire(row) })))
      .execute();
}

/** Takes rows of one kind in order of time, so that the time range limits the update to their partitions. */
async function updateRows(trx: StoreTransaction, rows: readonly FoundRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  await trx
    .updateTable('logs')
    .set(expire(first))
    .where('id', 'in', idsOf(rows))
    .where('created_at', '>=', first.created_at)
    .where('created_at', '<=', rows.at(-1)?.created_at ?? first.created_at)
    .execute();
}

const idsOf = (rows: readonly FoundRow[]) => rows.map(({ id }) => id);
