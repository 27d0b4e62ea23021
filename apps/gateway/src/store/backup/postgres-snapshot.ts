import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { OperatorError } from '../../platform/operator-error.ts';
import { connectPostgres } from '../connect-postgres.ts';

/** The tables and their columns, and the sequences. */
export interface PostgresTables {
  tables: { name: string; columns: string[] }[];
  sequences: { name: string; value: number }[];
}

const MIGRATIONS_TABLE = 'kysely_migration';
const NOT_OURS = [MIGRATIONS_TABLE, 'kysely_migration_lock'];

/** All tables of the database at one point in time, each in the format of PostgreSQL's COPY. */
export interface PostgresSnapshot extends PostgresTables {
  migrations: string[];
  read(table: PostgresTables['tables'][number]): Promise<Readable>;
}

/**
 * Runs `use` on a snapshot of the database while everybody else continues. Tables come after those that they
 * refer to. Uses its own connection, without time limits.
 */
export async function withPostgresSnapshot<Result>(
  databaseUrl: string,
  use: (snapshot: PostgresSnapshot) => Promise<Result>,
): Promise<Result> {
  const { to } = await import('pg-copy-streams');
  const client = await connectPostgres(databaseUrl);
  try {
    await client.query('BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query<{ name: string }>(
      'SELECT name FROM kysely_migration ORDER BY name',
    );
    return await use({
      migrations: rows.map(({ name }) => name),
      tables: await listTables(client),
      sequences: await listSequences(client),
      read: async ({ name, columns }) =>
        // A query, because COPY cannot read a partitioned table directly.
        client.query(
          to(`COPY (SELECT ${columns.map(quote).join(', ')} FROM ${quote(name)}) TO STDOUT`),
        ),
    });
  } finally {
    await client.end();
  }
}

/** Fills the empty tables of a database, all or nothing. */
export interface PostgresFiller {
  fill(table: PostgresTables['tables'][number], content: AsyncIterable<Buffer>): Promise<void>;
  continueNumbers(sequences: PostgresTables['sequences']): Promise<void>;
}

/**
 * Runs `use` in one transaction. Rows that migrations made are replaced by the backup's. Throws OperatorError
 * if the database has got users meanwhile, by a gateway or another restore; until the end, it can't.
 */
export async function withPostgresFiller(
  databaseUrl: string,
  use: (filler: PostgresFiller) => Promise<void>,
): Promise<void> {
  const { from } = await import('pg-copy-streams');
  const client = await connectPostgres(databaseUrl);
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE public.users IN EXCLUSIVE MODE');
    if (await hasRows(client, 'users')) throw new OperatorError('backup.databaseInUse');
    await use({
      async fill({ name, columns }, content) {
        // Only our tables: an archive must not name those of the server.
        const table = `public.${quote(name)}`;
        const { rowCount } = await client.query(`SELECT 1 FROM ${table} LIMIT 1`);
        // Ledgers refuse DELETE even when they are empty.
        if (rowCount) await client.query(`DELETE FROM ${table}`);
        const names = columns.map(quote).join(', ');
        await pipeline(content, client.query(from(`COPY ${table} (${names}) FROM STDIN`)));
      },
      async continueNumbers(sequences) {
        for (const { name, value } of sequences)
          await client.query('SELECT setval($1::regclass, $2)', [quote(name), value]);
      },
    });
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

/** Tables in which migrations of a new database leave a row. */
const FILLED_BY_MIGRATIONS = ['log_details'];

/**
 * Returns whether the database has no tables or, if it may have the schema, none with rows other than those of
 * migrations.
 */
export async function isPostgresEmpty(
  databaseUrl: string,
  { mayHaveSchema }: { mayHaveSchema: boolean },
): Promise<boolean> {
  const client = await connectPostgres(databaseUrl);
  try {
    const { rows } = await client.query<{ name: string }>(
      "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    if (rows.length === 0 || !mayHaveSchema) return rows.length === 0;
    const filled = [...NOT_OURS, ...FILLED_BY_MIGRATIONS];
    for (const { name } of rows)
      // oxlint-disable-next-line no-await-in-loop -- one query at a time on a connection
      if (!filled.includes(name) && (await hasRows(client, name))) return false;
    return true;
  } finally {
    await client.end();
  }
}

async function hasRows(client: pg.Client, table: string): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT 1 FROM public.${quote(table)} LIMIT 1`);
  return rowCount !== 0;
}

/** Lists the migrations that the database has had; none if it is new. */
export async function listPostgresMigrations(databaseUrl: string): Promise<string[]> {
  const client = await connectPostgres(databaseUrl);
  try {
    const table = `public.${MIGRATIONS_TABLE}`;
    const { rowCount } = await client.query('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [table]);
    if (rowCount === 0) return [];
    const applied = await client.query<{ name: string }>(`SELECT name FROM ${table}`);
    return applied.rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function listTables(client: pg.Client): Promise<PostgresTables['tables']> {
  const { rows } = await client.query<{ name: string; columns: string[]; needs: string[] }>(
    `SELECT c.relname AS name,
       array(SELECT a.attname::text FROM pg_attribute a
         WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
         ORDER BY a.attnum) AS columns,
       array(SELECT f.relname::text FROM pg_constraint r JOIN pg_class f ON f.oid = r.confrelid
         WHERE r.conrelid = c.oid AND r.contype = 'f' AND f.oid <> c.oid) AS needs
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND c.relname <> ALL($1) ORDER BY c.relname`,
    [NOT_OURS],
  );
  const done = new Set<string>();
  const sorted: PostgresTables['tables'] = [];
  while (sorted.length < rows.length) {
    const ready = rows.filter(
      ({ name, needs }) => !done.has(name) && needs.every((n) => done.has(n)),
    );
    if (ready.length === 0) throw new Error('tables refer to each other in a circle');
    for (const { name, columns } of ready) {
      done.add(name);
      sorted.push({ name, columns });
    }
  }
  return sorted;
}

async function listSequences(client: pg.Client): Promise<PostgresTables['sequences']> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
     WHERE schemaname = 'public' AND last_value IS NOT NULL`,
  );
  return rows.map(({ name, value }) => ({ name, value: Number(value) }));
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
