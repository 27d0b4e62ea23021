import { type ConnectionOptions, createConnection, type RowDataPacket } from 'mysql2/promise';
import { type ImportSource, SMALL_TABLE_MAX, type SourceRow } from './import-source.ts';
import { connectGuarded, readSourceAddress, type SourceGuard } from './source-address.ts';

/** Counting a log of hundreds of millions of rows takes minutes; a server that is silent longer will stay so. */
const ANSWER_MS = 10 * 60_000;

/** Opens a MySQL or MariaDB database by its address, in one read-only snapshot. Times without a zone are read as UTC. */
export async function openMysqlSource(
  address: string,
  label: string,
  guard?: SourceGuard,
  answerMs = ANSWER_MS,
): Promise<ImportSource> {
  const connection = await createConnection({
    ...(guard ? guarded(address, guard) : { uri: address }),
    connectTimeout: 15_000,
    charset: 'utf8mb4',
    supportBigNumbers: true,
    timezone: 'Z',
  });
  // A connection that breaks fails the next query; without a listener it would end the process.
  connection.on('error', () => {});
  const ask = async (sql: string, values: readonly number[] = []) => {
    try {
      return await connection.query<RowDataPacket[]>({ sql, timeout: answerMs }, [...values]);
    } catch (error) {
      connection.destroy();
      throw error;
    }
  };
  await ask('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  await ask('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  const select = async (sql: string, values?: readonly number[]) =>
    (await ask(sql, values))[0] as SourceRow[];
  const columns = new Map<string, Set<string>>();
  const found = await select(
    'SELECT TABLE_NAME AS t, COLUMN_NAME AS c FROM information_schema.columns WHERE TABLE_SCHEMA = DATABASE()',
  );
  for (const { t, c } of found)
    columns.set(String(t), (columns.get(String(t)) ?? new Set()).add(String(c)));
  const read = (table: string, rest: string, values: readonly number[] = []) =>
    columns.has(table)
      ? select(`SELECT * FROM ${quote(table)} ${rest}`, values)
      : Promise.resolve([]);
  return {
    label,
    columns,
    async count(table) {
      if (!columns.has(table)) return 0;
      return Number((await select(`SELECT count(*) AS n FROM ${quote(table)}`))[0]?.['n']);
    },
    page: (table, { after, limit }) =>
      read(table, 'WHERE id > ? ORDER BY id LIMIT ?', [after, limit]),
    all: (table) => read(table, `LIMIT ${SMALL_TABLE_MAX}`),
    // Without a farewell: one that is silent would not answer that either.
    close: async () => connection.destroy(),
  };
}

function guarded(address: string, guard: SourceGuard): ConnectionOptions {
  const { ssl, ...place } = readSourceAddress(address, 3306, guard);
  return { ...place, ...(ssl ? { ssl } : {}), stream: () => connectGuarded(place, guard) };
}

const quote = (name: string) => `\`${name.replaceAll('`', '``')}\``;
