import { OperatorError } from '../../platform/operator-error.ts';

/** A row as it stands in the database of another gateway, by column. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** The database of another gateway, read only. */
export interface ImportSource {
  /** What people call it: without a password. */
  readonly label: string;
  /** The columns of every table, by table. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
  /** How many rows a table has; 0 where there is none. */
  count(table: string): Promise<number>;
  /** Rows in the order of their `id`, after one; empty where there is no such table. */
  page(table: string, place: { after: number; limit: number }): Promise<SourceRow[]>;
  /** All rows of a small table, which may have no `id`; at most 100,000. */
  all(table: string): Promise<SourceRow[]>;
  close(): Promise<void>;
}

/** What `all` reads at most: these tables have hundreds of rows. */
export const SMALL_TABLE_MAX = 100_000;

/** The tables that an import reads. All others are known by name only. */
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

/** Every row of a table with an `id`, page by page, after one. */
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
    // Else the same rows would come again without end.
    if (!(last > after)) throw new OperatorError('source.unordered', { table });
    yield rows;
    after = last;
  }
}
