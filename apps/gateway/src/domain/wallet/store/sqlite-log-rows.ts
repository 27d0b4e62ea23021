import type { Database, Statement } from 'better-sqlite3';
import { LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { readTiming } from '../read-timing.ts';
import {
  addToTotals,
  emptyTotals,
  type UsageLogRow,
  type UsageRecord,
  type UsageTotals,
} from '../usage-record.ts';

export type LogStatements = ReturnType<typeof prepareLogStatements>;

/**
 * Prepares the statements by which the usage log serves as the wallet's journal on SQLite. Callers hold the
 * transaction.
 */
export function prepareLogStatements(database: Database) {
  const prepare = (sql: string): Statement<unknown[]> => database.prepare<unknown[]>(sql);
  return {
    insertLog: prepare(insertLogRows(1)),
    insertLogs: prepare(insertLogRows(LOG_ROWS_AT_ONCE)),
    deleteLog: prepare('DELETE FROM logs WHERE id = ?'),
    deleteUnlogged: prepare('DELETE FROM logs WHERE id > ? AND type = -1'),
    readWatermark: prepare('SELECT coalesce(max(applied_log_id), 0) AS upTo FROM nodes'),
    forgetOtherNodes: prepare('DELETE FROM nodes WHERE id <> ?'),
    setWatermark: prepare(
      `INSERT INTO nodes (id, started_at, seen_at, applied_log_id) VALUES (@nodeId, @at, @at, @upTo)
       ON CONFLICT (id) DO UPDATE SET applied_log_id = excluded.applied_log_id, seen_at = excluded.seen_at`,
    ),
    readLastLogId: prepare('SELECT max(id) AS id FROM logs'),
    // Excludes rows of batches, which are applied in the transaction that writes them (see settle-hold.ts),
    // and imported rows, which were paid elsewhere.
    listUnapplied: prepare(
      `SELECT logs.*, CASE WHEN tokens.unlimited_quota = 0 THEN 1 ELSE 0 END AS limited
       FROM logs LEFT JOIN tokens ON tokens.id = logs.token_id WHERE logs.id > ? AND logs.type IN (?, ?, ?) AND logs.request_id NOT GLOB 'batch_*'
         AND logs.other NOT GLOB '{"imported":*'`,
    ),
  };
}

/** Rows per insert statement when that many are waiting. */
const LOG_ROWS_AT_ONCE = 8;

const LOG_COLUMNS =
  'created_at type user_id username token_id token_name channel_id model_name group quota prompt_tokens completion_tokens use_time is_stream content other request_id ip'.split(
    ' ',
  );

function insertLogRows(count: number): string {
  const row = `(${LOG_COLUMNS.map(() => '?').join()})`;
  const columns = LOG_COLUMNS.map((name) => `"${name}"`).join();
  return `INSERT INTO logs (${columns}) VALUES ${Array.from({ length: count }, () => row).join()}`;
}

/** Type of a log row that is removed once applied, because of LogConsumeEnabled=false. */
const UNLOGGED = -1;

/**
 * Inserts the log rows of finished calls. Returns their ids, in order. The caller holds the transaction.
 * Packs as many rows as fit into one statement: eight rows cost a quarter less than eight statements, and
 * positional values less than named ones.
 */
export function insertLogs(statements: LogStatements, records: readonly UsageRecord[]): number[] {
  const ids: number[] = [];
  let at = 0;
  for (; at + LOG_ROWS_AT_ONCE <= records.length; at += LOG_ROWS_AT_ONCE) {
    const values: unknown[] = [];
    for (let row = at; row < at + LOG_ROWS_AT_ONCE; row += 1)
      pushValues(values, records[row] as UsageRecord);
    const last = Number(statements.insertLogs.run(...values).lastInsertRowid);
    for (let id = last - LOG_ROWS_AT_ONCE + 1; id <= last; id += 1) ids.push(id);
  }
  for (; at < records.length; at += 1) {
    const values: unknown[] = [];
    pushValues(values, records[at] as UsageRecord);
    ids.push(Number(statements.insertLog.run(...values).lastInsertRowid));
  }
  return ids;
}

/** In the order of LOG_COLUMNS. */
function pushValues(values: unknown[], { row, logged }: UsageRecord): void {
  values.push(
    row.created_at,
    logged ? row.type : UNLOGGED,
    row.user_id,
    row.username,
    row.token_id,
    row.token_name,
    row.channel_id,
    row.model_name,
    row.group,
    row.quota,
    row.prompt_tokens,
    row.completion_tokens,
    row.use_time,
    row.is_stream,
    row.content,
    row.other,
    row.request_id,
    row.ip,
  );
}

/** Returns the totals of the rows after the watermark, which a crash left unapplied. */
export function readUnapplied(statements: LogStatements, appliedLogId: number): UsageTotals {
  const totals = emptyTotals();
  const types = [LOG_CONSUME, LOG_ERROR, UNLOGGED];
  const rows = statements.listUnapplied.all(appliedLogId, ...types) as (UsageLogRow & {
    limited: number;
  })[];
  for (const row of rows)
    addToTotals(totals, {
      row: { ...row, type: row.type === LOG_ERROR ? LOG_ERROR : LOG_CONSUME },
      limited: row.limited === 1,
      logged: row.type !== UNLOGGED,
      timing: readTiming(row.other),
    });
  return totals;
}
