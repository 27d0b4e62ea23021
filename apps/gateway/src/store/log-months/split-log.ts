import type pg from 'pg';
import { connectPostgres } from '../connect-postgres.ts';
import { MONTHLY_TABLES, startOfMonth } from './month-tables.ts';

const DAY = 86_400;
/** How long a change of partitions may block other users of the tables, and how often it is attempted. */
const LOCK_MS = 1000;
const TRIES = 20;
const LOCKED = '55P03';

/**
 * PostgreSQL only: bounds the tables that predate monthly partitions at the start of a coming month, so that
 * months can follow. Their rows are read once to prove that none is later, concurrently with writers; the
 * rest takes moments. Idempotent; continues where it was interrupted.
 * @param now seconds
 */
export async function splitLog(
  databaseUrl: string,
  now: number,
  signal: AbortSignal,
): Promise<void> {
  const client = await connectPostgres(databaseUrl);
  const leave = () => void client.end();
  signal.addEventListener('abort', leave, { once: true });
  try {
    await client.query(`SET statement_timeout = 0; SET lock_timeout = ${LOCK_MS}`);
    for (const { table, column } of MONTHLY_TABLES)
      if (await isUncut(client, table)) await splitTable(client, { table, column, now });
  } finally {
    signal.removeEventListener('abort', leave);
    await client.end();
  }
}

/** Returns whether all rows are still in one unbounded partition. */
async function isUncut(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
     WHERE inhparent = to_regclass($1) AND child.relname = $2 AND pg_get_expr(child.relpartbound, child.oid) = 'DEFAULT'`,
    [table, `${table}_before`],
  );
  return rowCount === 1;
}

async function splitTable(
  client: pg.Client,
  { table, column, now }: { table: string; column: string; now: number },
): Promise<void> {
  const before = `${table}_before`;
  const bound = `${before}_end`;
  // From an interrupted attempt, whose month may have begun.
  await unlessLocked(client, `ALTER TABLE ${before} DROP CONSTRAINT IF EXISTS ${bound}`);
  const soon = startOfMonth(now, 1);
  const end = soon - now > 2 * DAY ? soon : startOfMonth(now, 2);
  await unlessLocked(
    client,
    `ALTER TABLE ${before} ADD CONSTRAINT ${bound} CHECK ("${column}" < ${end}) NOT VALID`,
  );
  await client.query(`ALTER TABLE ${before} VALIDATE CONSTRAINT ${bound}`);
  await unlessLocked(
    client,
    `ALTER TABLE ${table} DETACH PARTITION ${before};
     ALTER TABLE ${table} ATTACH PARTITION ${before} FOR VALUES FROM (MINVALUE) TO (${end});
     ALTER TABLE ${before} DROP CONSTRAINT ${bound};
     CREATE TABLE ${table}_rest (LIKE ${before} INCLUDING DEFAULTS INCLUDING INDEXES);
     ALTER TABLE ${table} ATTACH PARTITION ${table}_rest DEFAULT`,
  );
}

/** Runs statements in one transaction, retrying while others lock the table. */
async function unlessLocked(client: pg.Client, statements: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Without parameters, statements sent together form one transaction.
      await client.query(statements);
      return;
    } catch (error) {
      if (attempt >= TRIES || (error as { code?: string }).code !== LOCKED) throw error;
    }
  }
}
