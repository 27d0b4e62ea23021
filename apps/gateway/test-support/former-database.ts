import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { connectSqlite } from '../src/store/connect-sqlite.ts';
import { createMigrationProvider } from '../src/store/migrations/index.ts';
import { openPostgres } from '../src/store/open-postgres.ts';
import type { Database, Db } from '../src/store/schema.ts';
import { WriterDialect } from '../src/store/writer-dialect.ts';
import type { DatabaseKind, TestDatabase } from './databases.ts';

/** Opens a database as it was after a migration and before the next, for tests of the latter. */
export async function openFormerDatabase(
  kind: DatabaseKind,
  { databaseUrl, dataDir }: TestDatabase,
  upTo: string,
): Promise<{ db: Db; close: () => Promise<void> }> {
  const store = databaseUrl ? await openPostgres(databaseUrl, { canEnd: () => true }) : undefined;
  const db =
    store?.db ??
    new Kysely<Database>({
      dialect: new WriterDialect(connectSqlite(join(dataDir, 'tollgate.db'), { cacheMb: 8 })),
    });
  const migrator = new Migrator({ db, provider: createMigrationProvider(kind) });
  const { error } = await migrator.migrateTo(upTo);
  if (error) throw error as Error;
  return { db, close: async () => (store ? store.close() : db.destroy()) };
}
