import { nowSeconds } from '../../platform/clock.ts';
import type { ClickhouseTable } from '../../store/log-store/clickhouse-table.ts';
import { findLogStore, rewindLogStore } from '../../store/log-store/log-stores-repository.ts';
import { findShippedLog } from '../../store/log-store/settled-logs-repository.ts';
import type { Domain } from '../domain.ts';

/** Seconds: a row of now may be on its way to another replica; one of long ago may have been deleted. */
const SETTLED_AFTER = 600;
const LOOKED_AT_UNTIL = 86_400;

interface RefillContext extends Pick<Domain, 'store' | 'clock' | 'log'> {
  table: ClickhouseTable;
}

/**
 * Looks whether the log store still has the newest row of those that it took: it was emptied, or brought back to an
 * earlier state, where it has not. Then all that the database has is shipped again; rows that are there stay as
 * they are, and until all are, the database is read.
 */
export async function refillLogStore({ store, table, clock, log }: RefillContext): Promise<void> {
  const id = await table.readId();
  const progress = id === undefined ? undefined : await findLogStore(store.db, id);
  if (!progress) return;
  const now = nowSeconds(clock);
  const row = await findShippedLog(store.reader, {
    upTo: progress.shipped_id,
    from: now - LOOKED_AT_UNTIL,
    to: now - SETTLED_AFTER,
  });
  if (!row || (await table.has(row))) return;
  if (!(await rewindLogStore(store.db, progress.id, progress.shipped_id))) return;
  log.warn(
    { lostId: row.id },
    'the log store (LOG_DATABASE_URL) lost rows that it had: it is filled again from the database',
  );
}
