import { OperatorError } from '../../platform/operator-error.ts';

/** A row of another gateway's database, by column. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** Another gateway's database, read-only. */
export interface ImportSource {
  /** Its display name, without a password. */
  readonly label: string;
  /** Columns by table. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  /** Counts the rows of a table, or those after an id; 0 if it does not exist. */
  count(table: string, after?: number): Promise<number>;
  /** Returns rows after an id, in order of `id`; empty if there is no such table. */
  page(table: string, range: { after: number; limit: number }): Promise<SourceRow[]>;
  /** Returns all rows of a small table, which may have no `id`; at most 100,000. */
  all(table: string): Promise<SourceRow[]>;
  close(): Promise<void>;
}

/** Row limit of `all`: these tables have hundreds of rows. */
export const SMALL_TABLE_MAX = 100_000;

/** The tables that an import reads. Of all others only the names are known. */
export const SOURCE_TABLES: ReadonlySet<string> = new Set([
  'users',
  'tokens',
  'channels',
  'options',
  'redemptions',
  'top_ups',
  'orders',
  'payments',
  'logs',
  'prices',
  'user_groups',
  'user_subscriptions',
  'two_fas',
  'two_fa_backup_codes',
  'passkey_credentials',
  'webauthn_credentials',
  'user_oauth_bindings',
  'custom_oauth_providers',
  'checkins',
  'tasks',
  'midjourneys',
]);

/** Yields every row of a table with an `id` after a given one, page by page. */
export async function* readTable(
  source: ImportSource,
  table: string,
  { pageSize, after: first = -1 }: { pageSize: number; after?: number },
): AsyncGenerator<SourceRow[]> {
  let after = first;
  for (;;) {
    const rows = await source.page(table, { after, limit: pageSize });
    if (rows.length === 0) return;
    const last = Number(rows.at(-1)?.['id']);
    // Otherwise the same rows would repeat without end.
    if (!(last > after)) throw new OperatorError('source.unordered', { table });
    yield rows;
    after = last;
  }
}
