import SqliteDatabase from 'better-sqlite3';
import { mergeStoredLatencies } from './latency-histogram.ts';

/**
 * Opens the gateway's database file with the settings that every connection needs. Caches up to `cacheMb` of
 * pages.
 */
export function connectSqlite(
  path: string,
  { readonly = false, cacheMb }: { readonly?: boolean; cacheMb: number },
): SqliteDatabase.Database {
  const database = new SqliteDatabase(path, { readonly });
  database.pragma('busy_timeout = 5000');
  database.pragma(`cache_size = ${-1024 * cacheMb}`);
  // SQLite's own lower() only handles ASCII; searches must find Ключ by ключ, as PostgreSQL does.
  database.function('lower', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? text.toLowerCase() : text,
  );
  database.function('merge_latencies', { deterministic: true }, (left: unknown, right: unknown) =>
    mergeStoredLatencies(String(left), String(right)),
  );
  return database;
}
