import type pg from 'pg';
import { connectPostgres } from '../connect-postgres.ts';
import { MONTHLY_TABLES, startOfMonth } from './month-tables.ts';

const DAY = 86_400;
/** How long the tables' other users may wait for a change of their partitions, and how often it is tried. */
const LOCK_MS = 1000;
const TRIES = 20;
const LOCKED = '55P03';

/**
 * PostgreSQL only: gives the tables that were long before they were cut into months their end, at the start of
 * a month to come, so that months can follow. Their rows are read once to prove that none is later, beside
 * whoever writes; all else takes moments. Does nothing where that was done, and goes on where it was stopped.
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

/** Whether all rows are still in one partition without an end. */
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
  // Of a try that was stopped: its month may have begun.
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

/** Statements in one transaction, tried again while others hold the table. */
async function unlessLocked(client: pg.Client, statements: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Without parameters, statements that are sent together are one transaction.
      await client.query(statements);
      return;
    } catch (error) {
      if (attempt >= TRIES || (error as { code?: string }).code !== LOCKED) throw error;
    }
  }
}
