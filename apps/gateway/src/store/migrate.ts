import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { createMigrationProvider } from './migrations/index.ts';
import type { Store } from './store.ts';

const MIGRATIONS_TABLE = 'kysely_migration';

/** Which changes of the schema a database has had, in order. */
export interface MigrationState {
  applied: string[];
  /** Known to this version and not applied. */
  pending: string[];
  /** Applied by a newer version; this one can't work with them. */
  unknown: string[];
}

/**
 * Brings the schema to the latest version, or up to the migration that is named. Kysely's migrator takes
 * an advisory lock on PostgreSQL, so nodes may start together. A database that a newer version has
 * changed is left to that version.
 */
export async function migrate(store: Store, upTo?: string): Promise<void> {
  const { unknown } = await readMigrationState(store);
  if (unknown.length > 0) throw new Error(newerSchema(unknown));
  const migrator = createMigrator(store);
  const { error } = await (upTo === undefined
    ? migrator.migrateToLatest()
    : migrator.migrateTo(upTo));
  if (error)
    throw error instanceof Error
      ? error
      : new Error('the schema could not be brought up to date', { cause: error });
}

/** Reads which migrations the database has had; changes nothing. */
export async function readMigrationState(
  store: Pick<Store, 'db' | 'kind'>,
): Promise<MigrationState> {
  const known = (await createMigrator(store).getMigrations()).map(({ name }) => name);
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(MIGRATIONS_TABLE)}`
    .execute(store.db)
    // A new database has no such table; one that is away is told of by the next statement.
    .catch(() => ({ rows: [] }));
  return compareMigrations(
    known,
    rows.map(({ name }) => name),
  );
}

/** What is applied, pending and unknown, of the names that are known and those that were applied. */
export function compareMigrations(
  known: readonly string[],
  applied: readonly string[],
): MigrationState {
  return {
    applied: applied.toSorted(),
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)).toSorted(),
  };
}

/** The names of all migrations that this version knows, in order. */
export async function listKnownMigrations(kind: Store['kind']): Promise<string[]> {
  return Object.keys(await createMigrationProvider(kind).getMigrations());
}

/** The sentence for a database, or a backup, of a newer version. */
export function newerSchema(unknown: readonly string[]): string {
  return `This database belongs to a newer version of Tollgate (its schema has ${unknown.at(-1)}). Start that version, or restore a backup from before the update.`;
}

function createMigrator({ db, kind }: Pick<Store, 'db' | 'kind'>): Migrator {
  return new Migrator({ db, provider: createMigrationProvider(kind) });
}
