import { sql } from 'kysely';
import { type MigrationProvider, Migrator } from 'kysely/migration';
import { createMigrationProvider } from './migrations/index.ts';
import { expectSeconds } from './migrations/log-readers.ts';
import { countLogRows } from './verification-repository.ts';
import type { MigrationStep } from './migration-step.ts';
import type { Db } from './schema.ts';
import type { Store } from './store.ts';
import { OperatorError } from '../platform/operator-error.ts';

const MIGRATIONS_TABLE = 'kysely_migration';

/** The schema changes that a database has had, in order. */
export interface MigrationState {
  applied: string[];
  /** Known to this version and not applied. */
  pending: string[];
  /** Applied by a newer version; this version cannot work with them. */
  unknown: string[];
}

/**
 * Brings the schema to the latest version, or up to the named migration. Kysely's migrator takes an advisory
 * lock on PostgreSQL, so nodes may start together: the others wait. A database changed by a newer version is
 * left alone. Calls `onStep` before and after each migration, except for those that create a new database.
 */
export async function migrate(
  store: Store,
  upTo?: string,
  onStep?: (step: MigrationStep) => void,
): Promise<void> {
  const { unknown, pending, applied } = await readMigrationState(store);
  if (unknown.length > 0) throw newerSchema(unknown);
  // The migrator lists all columns of all tables three times, most of a start's work in the database.
  if (pending.length === 0) return;
  const provider = createMigrationProvider(store.kind);
  const isWatched = onStep !== undefined && applied.length > 0 && pending.length > 0;
  const watched = isWatched
    ? watchSteps(provider, await planSteps(store, pending), onStep)
    : provider;
  const { error } = await withoutTimeLimit(store, (db) => {
    const migrator = new Migrator({ db, provider: watched });
    return upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo);
  });
  if (error)
    throw error instanceof Error
      ? error
      : new Error('the schema could not be updated', { cause: error });
}

/**
 * Runs work on one connection on which PostgreSQL lets statements take any time: the lock waits for as long as
 * another node migrates.
 */
function withoutTimeLimit<Result>(
  { db, kind }: Store,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  if (kind === 'sqlite') return work(db);
  return db.connection().execute(async (connection) => {
    await sql`SET statement_timeout = 0`.execute(connection);
    const result = await work(connection);
    await sql`RESET statement_timeout`.execute(connection);
    return result;
  });
}

/** Lists the pending migrations and about how long each takes; changes nothing. */
export async function planSteps(
  store: Pick<Store, 'db' | 'kind'>,
  pending: readonly string[],
): Promise<MigrationStep[]> {
  const readsLog = (name: string) => expectSeconds(name, store.kind, 1) > 0;
  const rows = pending.some(readsLog) ? await countLogRows(store) : 0;
  return pending.map((name) => ({
    name,
    rows: readsLog(name) ? rows : 0,
    expectedSeconds: expectSeconds(name, store.kind, rows),
  }));
}

/** Wraps migrations so that each reports its start and end. */
function watchSteps(
  provider: MigrationProvider,
  steps: readonly MigrationStep[],
  onStep: (step: MigrationStep) => void,
): MigrationProvider {
  const byName = new Map(steps.map((step) => [step.name, step]));
  return {
    async getMigrations() {
      const migrations = Object.entries(await provider.getMigrations()).map(([name, { up }]) => [
        name,
        {
          async up(db: Parameters<typeof up>[0]) {
            const step = byName.get(name) ?? { name, rows: 0, expectedSeconds: 0 };
            onStep(step);
            const startedAt = performance.now();
            await up(db);
            const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
            onStep({ ...step, seconds });
          },
        },
      ]);
      return Object.fromEntries(migrations) as Awaited<
        ReturnType<MigrationProvider['getMigrations']>
      >;
    },
  };
}

/** Reads which migrations the database has had; changes nothing. */
export async function readMigrationState(
  store: Pick<Store, 'db' | 'kind'>,
): Promise<MigrationState> {
  const known = await listKnownMigrations(store.kind);
  const { rows } = await sql<{ name: string }>`SELECT name FROM ${sql.table(MIGRATIONS_TABLE)}`
    .execute(store.db)
    // A new database has no such table; if it is unreachable, the next statement reports it.
    .catch(() => ({ rows: [] }));
  return compareMigrations(
    known,
    rows.map(({ name }) => name),
  );
}

/** Compares known with applied migrations: which are applied, pending and unknown. */
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

/** Lists the names of all migrations that this version knows, in order. */
export async function listKnownMigrations(kind: Store['kind']): Promise<string[]> {
  return Object.keys(await createMigrationProvider(kind).getMigrations()).toSorted();
}

/** Returns the error for a database, or a backup, of a newer version. */
export function newerSchema(unknown: readonly string[]): OperatorError {
  return new OperatorError('data.newer', { migration: unknown.at(-1) ?? '' });
}
