import { sql } from 'kysely';
import type { Db } from './schema.ts';

/** Every column of sealed texts except that of secret options, and what identifies its rows. */
const SEALED_COLUMNS = [
  { table: 'channels', id: 'id', column: 'key_cipher' },
  { table: 'tokens', id: 'id', column: 'key_cipher' },
  { table: 'redemptions', id: 'id', column: 'key_cipher' },
  { table: 'totp_secrets', id: 'user_id', column: 'secret_cipher' },
  { table: 'notification_targets', id: 'id', column: 'settings_cipher' },
  { table: 'payload_keys', id: 'id', column: 'key_cipher' },
] as const;

const ROWS_AT_ONCE = 500;

export interface ResealOptions {
  secretOptions: readonly string[];
  /** Reseals a text with another key; undefined if it can't be read, in which case it is kept. */
  reseal: (sealed: string) => string | undefined;
}

/** Numbers of rows by outcome. */
export interface ResealCounts {
  resealed: number;
  unreadable: number;
}

/** Reseals every sealed text. To be run in one transaction that covers all of it. */
export async function resealAll(
  trx: Db,
  { secretOptions, reseal }: ResealOptions,
): Promise<ResealCounts> {
  const counts = { resealed: 0, unreadable: 0 };
  const resealText = (sealed: string) => {
    const text = reseal(sealed);
    counts[text === undefined ? 'unreadable' : 'resealed'] += 1;
    return text;
  };
  for (const location of SEALED_COLUMNS) await resealColumn(trx, location, resealText);
  const options = await trx
    .selectFrom('options')
    .select(['key', 'value'])
    .where('key', 'in', secretOptions)
    .where('value', '!=', '')
    .execute();
  for (const { key, value } of options) {
    const text = resealText(value);
    if (text !== undefined)
      await trx.updateTable('options').set({ value: text }).where('key', '=', key).execute();
  }
  return counts;
}

async function resealColumn(
  trx: Db,
  location: (typeof SEALED_COLUMNS)[number],
  reseal: ResealOptions['reseal'],
): Promise<void> {
  const [table, id, column] = [
    sql.table(location.table),
    sql.ref(location.id),
    sql.ref(location.column),
  ];
  for (let last = 0; ;) {
    const { rows } = await sql<{ id: number; sealed: string }>`
      SELECT ${id} AS id, ${column} AS sealed FROM ${table}
      WHERE ${id} > ${last} AND ${column} <> '' ORDER BY ${id} LIMIT ${ROWS_AT_ONCE}
    `.execute(trx);
    const changed = rows.flatMap((row) => {
      const text = reseal(row.sealed);
      return text === undefined ? [] : [sql`(CAST(${row.id} AS bigint), ${text})`];
    });
    if (changed.length > 0)
      await sql`
        UPDATE ${table} SET ${column} = news.column2
        FROM (VALUES ${sql.join(changed)}) AS news WHERE ${table}.${id} = news.column1
      `.execute(trx);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}
