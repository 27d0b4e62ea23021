import { type QueryExecutorProvider, sql } from 'kysely';

/**
 * PostgreSQL only. The tables that are partitioned by month (UTC), and the column that decides where a row
 * belongs (seconds). Each has partitions named after it: `_before` for everything older than the first month,
 * `_2026_11` for a month, `_rest` for rows whose month does not exist yet. Several are always locked in this
 * order.
 */
export const MONTHLY_TABLES = [
  { table: 'logs', column: 'created_at' },
  { table: 'log_sums', column: 'start' },
] as const;

export type MonthlyTable = (typeof MONTHLY_TABLES)[number]['table'];

/** A partition: its rows are in [start, end), in seconds; an undefined start has no lower bound. */
export interface Month {
  name: string;
  start: number | undefined;
  end: number;
}

/** Months created ahead of the current one. */
const AHEAD = 2;

/** A database or a transaction of any schema, as migrations have none. */
type Db = QueryExecutorProvider;

/** Returns the start of a time's month, or of one that many months later, in seconds, UTC. */
export function startOfMonth(time: number, offset = 0): number {
  const at = new Date(time * 1000);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset) / 1000;
}

/** Names a month's partition of a table: `logs_2026_11`. */
function monthName(table: MonthlyTable, start: number): string {
  return `${table}_${new Date(start * 1000).toISOString().slice(0, 7).replace('-', '_')}`;
}

/**
 * Lists the months of a table, oldest first, without `_rest`; empty if it is not partitioned by month yet.
 */
export async function listMonths(db: Db, table: MonthlyTable): Promise<Month[]> {
  const { rows } = await sql<{ name: string; bound: string }>`
    SELECT child.relname AS name, pg_get_expr(child.relpartbound, child.oid) AS bound
    FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
    WHERE inhparent = to_regclass(${table})`.execute(db);
  return rows
    .flatMap(({ name, bound }) => {
      const ends = /^FOR VALUES FROM \((?:MINVALUE|'(-?\d+)')\) TO \('(-?\d+)'\)$/.exec(bound);
      const [, start, end] = ends ?? [];
      if (end === undefined) return [];
      return [{ name, start: start === undefined ? undefined : Number(start), end: Number(end) }];
    })
    .sort((left, right) => left.end - right.end);
}

/**
 * Creates a table's missing months up to two ahead of the current one, and moves rows that arrived before
 * their month existed into it. Each month is one transaction, which the caller provides (`within`).
 */
export async function makeMonths(
  db: Db,
  { table, column }: (typeof MONTHLY_TABLES)[number],
  { now, within }: { now: number; within: (work: (trx: Db) => Promise<void>) => Promise<void> },
): Promise<void> {
  const months = await listMonths(db, table);
  const [first] = months;
  if (first === undefined) return;
  const present = new Set(months.map(({ start }) => start));
  for (let offset = 0; offset <= AHEAD; offset += 1) {
    const start = startOfMonth(now, offset);
    if (start >= first.end && !present.has(start))
      await within((trx) =>
        attachMonth(trx, { table, column, start, end: startOfMonth(now, offset + 1) }),
      );
  }
}

interface NewMonth {
  table: MonthlyTable;
  column: string;
  start: number;
  end: number;
}

async function attachMonth(db: Db, { table, column, start, end }: NewMonth): Promise<void> {
  const name = monthName(table, start);
  const run = (text: string) => sql.raw(text).execute(db);
  await run(`CREATE TABLE ${name} (LIKE ${table}_rest INCLUDING DEFAULTS INCLUDING INDEXES)`);
  // From here on nobody can add to `_rest`, so everything in it is moved.
  await run(`LOCK TABLE ${table}_rest IN ACCESS EXCLUSIVE MODE`);
  await run(`WITH early AS (DELETE FROM ${table}_rest WHERE "${column}" >= ${start} AND "${column}" < ${end} RETURNING *)
    INSERT INTO ${name} SELECT * FROM early`);
  await run(`ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${start}) TO (${end})`);
}
