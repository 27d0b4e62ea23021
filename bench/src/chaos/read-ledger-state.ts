import SqliteDatabase from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** What is stored after every gateway has ended. */
export interface LedgerState {
  /** Quota of every charge in the log, by request id. */
  charges: Map<string, number[]>;
  /** Users whose balance is below 0 or not the sum of the ledger, or whose usage disagrees with the log. */
  wrongUsers: number;
  /** Quota charged beyond balances. */
  writeOff: number;
  /** Leases, and parts of balances or keys, that are still held. */
  leases: number;
  /** Charges not yet applied to a balance. */
  journalRows: number;
}

type Query = (sql: string) => Promise<Record<string, string | number>[]>;

const WRONG_USERS = `SELECT count(*) AS number FROM users WHERE quota < 0 OR held < 0
  OR quota <> coalesce((SELECT sum(amount) FROM ledger WHERE user_id = users.id), 0)
  OR used_quota <> coalesce((SELECT sum(quota) FROM logs WHERE user_id = users.id AND type = 2), 0)`;
const WRITE_OFF = `SELECT coalesce(sum(amount), 0) AS number FROM ledger WHERE kind = 'loss'`;
const LEASES = `SELECT (SELECT count(*) FROM leases WHERE amount <> 0) + (SELECT count(*) FROM users WHERE held <> 0)
  + (SELECT count(*) FROM tokens WHERE held <> 0) AS number`;
const UNAPPLIED = `SELECT count(*) AS number FROM logs
  WHERE type = 2 AND id > coalesce((SELECT max(applied_log_id) FROM nodes), 0)`;

/** Reads the ledger of a gateway on SQLite from its folder. */
export async function readSqliteLedger(dataDirectory: string): Promise<LedgerState> {
  const database = new SqliteDatabase(join(dataDirectory, 'tollgate.db'));
  try {
    const query: Query = async (sql) => database.prepare(sql).all() as never;
    return await readMoneyState(query, await readNumber(query, UNAPPLIED));
  } finally {
    database.close();
  }
}

/** Reads the ledger of gateways on PostgreSQL from their database and the journals in their folders. */
export async function readPostgresLedger(
  url: string,
  dataDirectories: readonly string[],
): Promise<LedgerState> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const waiting = dataDirectories.map(countJournalRows);
    return await readMoneyState(
      async (sql) => (await client.query<Record<string, string | number>>(sql)).rows,
      waiting.reduce((sum, rows) => sum + rows, 0),
    );
  } finally {
    await client.end();
  }
}

async function readMoneyState(query: Query, journalRows: number): Promise<LedgerState> {
  const rows = await query('SELECT request_id AS id, quota FROM logs WHERE type = 2');
  const charges = new Map<string, number[]>();
  for (const { id, quota } of rows)
    charges.set(String(id), [...(charges.get(String(id)) ?? []), Number(quota)]);
  return {
    charges,
    wrongUsers: await readNumber(query, WRONG_USERS),
    writeOff: await readNumber(query, WRITE_OFF),
    leases: await readNumber(query, LEASES),
    journalRows,
  };
}

async function readNumber(query: Query, sql: string): Promise<number> {
  const [row] = await query(sql);
  return Number(row?.['number']);
}

function countJournalRows(dataDirectory: string): number {
  const path = join(dataDirectory, 'journal.db');
  if (!existsSync(path)) return 0;
  const database = new SqliteDatabase(path);
  try {
    return database.prepare('SELECT count(*) FROM entries').pluck().get() as number;
  } finally {
    database.close();
  }
}
