import SqliteDatabase from 'better-sqlite3';

/** Opens the database file of a gateway, set up as every connection to it must be. */
export function connectSqlite(
  path: string,
  options: { readonly?: boolean } = {},
): SqliteDatabase.Database {
  const database = new SqliteDatabase(path, options);
  database.pragma('busy_timeout = 5000');
  database.pragma('cache_size = -32000');
  // SQLite's own lower() knows ASCII only; searches must find Ключ by ключ as PostgreSQL does.
  database.function('lower', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  return database;
}
