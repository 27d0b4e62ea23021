import { LOG_CONSUME, LOG_ERROR, LOG_SYSTEM } from '@tollgate/contract';
import type { LogFilter } from '../log-filter.ts';
import type { ClickhouseConnection } from './clickhouse-connection.ts';
import { conditionsOf, integer } from './clickhouse-conditions.ts';
import { type ClickhouseTable, LOGS } from './clickhouse-table.ts';
import { COUNT_MAX, type LogRow, type LoggedCalls, type LogStore } from './log-store.ts';

/** Some versions send 64-bit integers as strings. */
type RowPosition = Record<'created_at' | 'id', number | string>;
type Answered = Record<Exclude<keyof LogRow, 'group'>, number | string> & { group_name: string };

const NEWEST_FIRST = 'ORDER BY created_at DESC, id DESC';
const TEXTS = [
  'username',
  'token_name',
  'model_name',
  'content',
  'other',
  'request_id',
  'ip',
] as const satisfies readonly (keyof LogRow)[];
const NUMBERS = [
  'id',
  'created_at',
  'type',
  'user_id',
  'token_id',
  'channel_id',
  'quota',
  'prompt_tokens',
  'completion_tokens',
  'use_time',
  'is_stream',
] as const satisfies readonly (keyof LogRow)[];
const COLUMNS = [...NUMBERS, ...TEXTS, 'group_name'].join(', ');

/**
 * Reads the log from ClickHouse. A row that was sent twice counts once: lists and counts skip duplicates as
 * they read (`DISTINCT`, `LIMIT 1 BY`), so they stop early; sums merge equal rows (`FINAL`).
 */
export function clickhouseLogStore(
  connection: ClickhouseConnection,
  table: ClickhouseTable,
): LogStore {
  const countUpTo = async (filter: LogFilter) => {
    const [row] = await connection.select<{ count: number | string }>(
      `SELECT count() AS count FROM (SELECT id FROM ${LOGS}${where(conditionsOf(filter))}
       LIMIT 1 BY id LIMIT ${COUNT_MAX + 1})`,
    );
    return Number(row?.count ?? 0);
  };
  const readRows = async (positions: readonly RowPosition[]) => {
    if (positions.length === 0) return [];
    const tuples = positions.map((position) => {
      return `(${integer(Number(position.created_at))}, ${integer(Number(position.id))})`;
    });
    const rows = await connection.select<Answered>(
      `SELECT ${COLUMNS} FROM ${LOGS} WHERE (created_at, id) IN (${tuples.join(', ')})
       ${NEWEST_FIRST} LIMIT 1 BY id`,
    );
    return rows.map(toRow);
  };
  const sum = summer(connection, table);
  return {
    async list(filter, { page, pageSize }) {
      const part = `${integer((page - 1) * pageSize)}, ${integer(pageSize)}`;
      const positions = connection.select<RowPosition>(
        `SELECT DISTINCT created_at, id FROM ${LOGS}${where(conditionsOf(filter))}
         ${NEWEST_FIRST} LIMIT ${part}`,
      );
      const [count, items] = await Promise.all([countUpTo(filter), positions.then(readRows)]);
      return {
        items,
        page,
        pageSize,
        total: Math.min(count, COUNT_MAX),
        totalIsExact: count <= COUNT_MAX,
      };
    },
    async count(filter) {
      const count = await countUpTo(filter);
      return { count: Math.min(count, COUNT_MAX), isExact: count <= COUNT_MAX };
    },
    async listAfter(filter, { after, lastId, limit }) {
      const conditions = [...conditionsOf(filter), `id <= ${integer(lastId)}`];
      if (after) {
        const [at, id] = [integer(after.created_at), integer(after.id)];
        conditions.push(`created_at <= ${at}`, `(created_at < ${at} OR id < ${id})`);
      }
      const positions = await connection.select<RowPosition>(
        `SELECT DISTINCT created_at, id FROM ${LOGS}${where(conditions)}
         ${NEWEST_FIRST} LIMIT ${integer(limit)}`,
      );
      return readRows(positions);
    },
    sumCalls: (filter) => sumCalls(sum, filter),
    async sumRefunds(filter) {
      const refunds = conditionsOf({ ...filter, type: LOG_SYSTEM, refunds: true });
      return (await sum(refunds, { quota: 'sum(refunded)' }))('quota');
    },
  };
}

type Sum = ReturnType<typeof summer>;

/** Sums of the rows that meet conditions, by name. */
function summer(connection: ClickhouseConnection, table: ClickhouseTable) {
  return async <Name extends string>(
    conditions: readonly string[],
    sums: Record<Name, string>,
  ): Promise<(name: Name) => number> => {
    const columns = Object.entries(sums).map(([name, value]) => `${String(value)} AS ${name}`);
    const [row] = await connection.select<Record<Name, number | string>>(
      `SELECT ${columns.join(', ')} FROM ${LOGS} FINAL${where(conditions)}`,
      await table.mergeSettings(),
    );
    return (name) => Number(row?.[name] ?? 0);
  };
}

/** Sums answered and failed calls in one pass. */
async function sumCalls(sum: Sum, filter: LogFilter): Promise<LoggedCalls> {
  const [answered, failing] = [LOG_CONSUME, LOG_ERROR].map((type) => `type = ${integer(type)}`);
  const calls = [...conditionsOf({ ...filter, type: 0 }), `(${answered} OR ${failing})`];
  const read = await sum(calls, {
    answered_calls: `countIf(${answered})`,
    charged: `sumIf(quota, ${answered})`,
    failed_calls: `countIf(${failing})`,
  });
  return { calls: read('answered_calls'), quota: read('charged'), failed: read('failed_calls') };
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

function toRow({ group_name: group, ...columns }: Answered): LogRow {
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, Number(columns[name])]));
  const texts = Object.fromEntries(TEXTS.map((name) => [name, String(columns[name])]));
  return { ...numbers, ...texts, group } as LogRow;
}
