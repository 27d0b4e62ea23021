import { EXPIRED_DETAILS, LOG_CONSUME, LOG_ERROR } from '@tollgate/contract';
import { randomUUID } from 'node:crypto';
import { REFUND_ROW } from '../log-filter.ts';
import type { ClickhouseConnection, Settings } from './clickhouse-connection.ts';
import { integer } from './clickhouse-conditions.ts';
import type { LogRow } from './log-store.ts';
import type { ShippedSpan } from './settled-logs-repository.ts';

export const LOGS = 'tollgate_logs';
/** Has one row: this store's id, by which the database remembers how far it has been filled. */
const STORE = 'tollgate_log_store';

/** The first version with all features that newer servers are used with below. */
const MODERN = 21;

/** A stored row: `group` is a reserved word, and refunds are found without reading `other`. */
type StoredRow = Omit<LogRow, 'group'> & {
  group_name: string;
  is_refund: 0 | 1;
  refunded: number;
};

/** The usage log in ClickHouse: creates, fills and clears its tables. Every step is idempotent. */
export class ClickhouseTable {
  readonly #connection: ClickhouseConnection;
  #isModern: boolean | undefined;

  constructor(connection: ClickhouseConnection) {
    this.#connection = connection;
  }

  /**
   * Creates what is missing; returns the id of the store. One node at a time. If the rows are gone, the id is
   * replaced, so the log is copied again.
   */
  async prepare(): Promise<string> {
    const isModern = await this.#readVersion();
    const present = await this.#listTables();
    if (!present.has(LOGS)) {
      // In this order, so that a crash in between leaves no id without rows.
      await this.#connection.run(`DROP TABLE IF EXISTS ${STORE}`);
      await this.#connection.run(createTable(isModern));
    }
    if (!present.has(LOGS) || !present.has(STORE))
      await this.#connection.run(
        `CREATE TABLE IF NOT EXISTS ${STORE} (id String) ENGINE = MergeTree ORDER BY id`,
      );
    const known = await this.readId();
    if (known !== undefined) return known;
    const id = randomUUID();
    await this.#connection.insert(STORE, [{ id }]);
    // Otherwise nothing was stored, and each check would start with another id.
    const stored = await this.readId();
    if (stored === undefined) throw new Error('ClickHouse does not keep what it takes');
    return stored;
  }

  /** Returns the id of the store; undefined while it has none. Rejects if its table does not exist. */
  async readId(): Promise<string | undefined> {
    const rows = await this.#connection.select<{ id: string }>(
      `SELECT id FROM ${STORE} ORDER BY id LIMIT 1`,
    );
    return rows[0]?.id;
  }

  /** Inserts rows, replacing those already stored. */
  async insert(rows: readonly LogRow[]): Promise<void> {
    const settings: Settings = (await this.#readVersion())
      ? { async_insert: 0, max_partitions_per_insert_block: 0 }
      : {};
    await this.#connection.insert(LOGS, rows.map(toStored), settings);
  }

  /** Whether a row is stored. */
  async has({ id, created_at: at }: Pick<LogRow, 'id' | 'created_at'>): Promise<boolean> {
    const rows = await this.#connection.select<{ id: string }>(
      `SELECT id FROM ${LOGS} WHERE created_at = ${integer(at)} AND id = ${integer(id)} LIMIT 1`,
    );
    return rows.length > 0;
  }

  /** Counts the stored rows of a span; a row that was sent twice counts once. */
  async count({ from, to, upTo }: ShippedSpan): Promise<number> {
    const rows = await this.#connection.select<{ rows: string }>(
      `SELECT toString(count()) AS rows FROM ${LOGS} FINAL
       WHERE created_at >= ${integer(from)} AND created_at < ${integer(to)} AND id <= ${integer(upTo)}`,
      await this.mergeSettings(),
    );
    return Number(rows[0]?.rows ?? 0);
  }

  /** Lists the months (UTC) that have rows, as 202611. */
  async listMonths(): Promise<number[]> {
    const months = await this.#connection.select<{ partition: string }>(
      `SELECT DISTINCT partition FROM system.parts
       WHERE database = currentDatabase() AND table = '${LOGS}' AND active = 1`,
    );
    return months.map(({ partition }) => Number(partition));
  }

  /** Removes names and addresses from all rows of users. Takes effect soon after it resolves. */
  async eraseUsers(ids: readonly number[]): Promise<void> {
    const name = "concat('deleted@', toString(user_id))";
    await this.#connection.run(
      `ALTER TABLE ${LOGS} UPDATE username = ${name}, ip = '' WHERE user_id IN (${ids.map(integer).join(', ')})`,
    );
  }

  /** Deletes the details of calls in a time range (seconds), soon after. */
  async expireDetails(since: number, until: number): Promise<void> {
    await this.#connection.run(
      `ALTER TABLE ${LOGS} UPDATE content = '', other = '${EXPIRED_DETAILS}', ip = ''
       WHERE created_at >= ${integer(since)} AND created_at < ${integer(until)}
         AND type IN (${LOG_CONSUME}, ${LOG_ERROR}) AND other <> '${EXPIRED_DETAILS}'`,
    );
  }

  /** Deletes rows before a time (seconds) up to an id, soon after. */
  async deleteBefore(before: number, lastId: number): Promise<void> {
    await this.#connection.run(
      `ALTER TABLE ${LOGS} DELETE WHERE created_at < ${integer(before)} AND id <= ${integer(lastId)}`,
    );
  }

  /** Drops the months (UTC) that are entirely before a time (seconds). */
  async dropMonthsBefore(before: number): Promise<void> {
    const first = monthNumber(before);
    for (const month of await this.listMonths())
      if (month < first)
        await this.#connection.run(`ALTER TABLE ${LOGS} DROP PARTITION ${integer(month)}`);
  }

  /** Returns settings for statements that merge equal rows while reading. */
  async mergeSettings(): Promise<Settings> {
    return (await this.#readVersion()) ? { do_not_merge_across_partitions_select_final: 1 } : {};
  }

  async #listTables(): Promise<Set<string>> {
    const rows = await this.#connection.select<{ name: string }>(
      `SELECT name FROM system.tables
       WHERE database = currentDatabase() AND name IN ('${LOGS}', '${STORE}')`,
    );
    return new Set(rows.map(({ name }) => name));
  }

  async #readVersion(): Promise<boolean> {
    if (this.#isModern === undefined) {
      const [row] = await this.#connection.select<{ version: string }>(
        'SELECT version() AS version',
      );
      this.#isModern = Number.parseInt(row?.version ?? '', 10) >= MODERN;
    }
    return this.#isModern;
  }
}

/** Returns the month (UTC) of a time (seconds), as 202611. */
export function monthNumber(time: number): number {
  const at = new Date(time * 1000);
  return at.getUTCFullYear() * 100 + at.getUTCMonth() + 1;
}

function toStored({ group, ...row }: LogRow): StoredRow {
  const isRefund = row.other.startsWith(REFUND_BEGINNING);
  return {
    ...row,
    group_name: group,
    is_refund: isRefund ? 1 : 0,
    refunded: isRefund ? readRefund(row.other) : 0,
  };
}

const REFUND_BEGINNING = REFUND_ROW.slice(0, -1);

function readRefund(other: string): number {
  const { quota } = JSON.parse(other) as { quota?: unknown };
  return typeof quota === 'number' ? quota : 0;
}

/** Of rows with the same time and id one is kept: by ClickHouse when it merges, until then by FINAL. */
function createTable(isModern: boolean): string {
  // Repeated names are stored once, long texts are compressed more tightly.
  const name = isModern ? 'LowCardinality(String)' : 'String';
  const text = isModern ? 'String CODEC(ZSTD(3))' : 'String';
  const indexes = isModern
    ? `, INDEX by_request request_id TYPE bloom_filter(0.01) GRANULARITY 4,
       INDEX by_user user_id TYPE bloom_filter(0.01) GRANULARITY 1`
    : '';
  // Acknowledged rows survive a power failure: the database may delete them soon after.
  const durable = isModern ? ' SETTINGS fsync_after_insert = 1, fsync_part_directory = 1' : '';
  return `CREATE TABLE IF NOT EXISTS ${LOGS} (
    id Int64, created_at Int64, type Int32, user_id Int64, username ${name}, token_id Int64,
    token_name ${name}, channel_id Int64, model_name ${name}, group_name ${name}, quota Int64,
    prompt_tokens Int64, completion_tokens Int64, use_time Int64, is_stream Int32,
    content ${text}, other ${text}, request_id String, ip String, is_refund UInt8, refunded Int64${indexes}
  ) ENGINE = ReplacingMergeTree PARTITION BY toYYYYMM(toDateTime(created_at, 'UTC'))
  ORDER BY (created_at, id)${durable}`;
}
