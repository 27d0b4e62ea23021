import { LOG_SYSTEM } from '@tollgate/contract';
import { sql } from 'kysely';
import { filterRows, type LogFilter, REFUND_ROW } from './log-filter.ts';
import { findByIndex } from './log-index/find-by-index.ts';
import type { Store } from './open-store.ts';

/** Limit of grant and refund rows to scan; nobody has as many in a window. */
const ROWS_MAX = 100_000;
const IDS_AT_ONCE = 500;

/**
 * Sums what the matching log rows refunded, in quota. Refunds are rare: PostgreSQL finds their rows through
 * the index on type, SQLite through the bitmap index.
 */
export async function sumLoggedRefunds(store: Store, criteria: LogFilter): Promise<number> {
  const filter = { ...criteria, type: LOG_SYSTEM };
  const { reader } = store;
  if (store.kind === 'postgres')
    return readSum(
      filterRows(reader, filter)
        .where('other', 'like', REFUND_ROW)
        .select(sql<string>`coalesce(sum((other::json ->> 'quota')::bigint), 0)`.as('quota')),
    );
  if (filter.requestId || filter.apiKeyIds) return readSum(sumSqlite(filterRows(reader, filter)));
  const ids = await findByIndex(reader, filter, { limit: ROWS_MAX });
  let sum = 0;
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE)
    sum += await readSum(
      sumSqlite(reader.selectFrom('logs').where('id', 'in', ids.slice(start, start + IDS_AT_ONCE))),
    );
  return sum;
}

type Rows = ReturnType<typeof filterRows>;

function sumSqlite(rows: Rows) {
  return rows
    .where('other', 'like', REFUND_ROW)
    .select(sql<number>`coalesce(sum(json_extract(other, '$.quota')), 0)`.as('quota'));
}

async function readSum(query: {
  executeTakeFirstOrThrow(): Promise<{ quota: number | string }>;
}): Promise<number> {
  return Number((await query.executeTakeFirstOrThrow()).quota);
}
