import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Config } from '../../platform/config.ts';
import { fingerprintMasterKey, readMasterKey } from '../../platform/keyring.ts';
import { lockFolder } from '../../platform/lock-folder.ts';
import {
  isPostgresEmpty,
  listPostgresMigrations,
  type PostgresFiller,
  withPostgresFiller,
} from '../../store/backup/postgres-snapshot.ts';
import { compareMigrations, listKnownMigrations, newerSchema } from '../../store/migrate.ts';
import { openStore } from '../../store/open-store.ts';
import { listNodeFolders } from '../wallet/node-folders.ts';
import { type ArchiveFile, type Manifest, readArchive } from './archive.ts';
import { unfinishedRestore } from './unfinished-restore.ts';
import { withWorkFolder } from './with-work-folder.ts';
import { OperatorError } from '../../platform/operator-error.ts';

export interface RestoreOptions {
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'MASTER_KEY'>;
  path: string;
  passphrase: string | undefined;
  /**
   * Moves the files of a DATA_DIR in use into a folder of this name. Without it, only an empty one is filled.
   */
  setAside: string | undefined;
}

/**
 * File names allowed in an archive besides tables. Anything else is refused, so that no file is written
 * outside the folder.
 */
const FILE = /^(?:tollgate\.db|master\.key|nodes\/(?:worker-\d{1,3}\/)?(?:journal\.db|node-id))$/;
const DATA_FILES = [
  'tollgate.db',
  'tollgate.db-wal',
  'tollgate.db-shm',
  'journal.db',
  'journal.db-wal',
  'journal.db-shm',
  'node-id',
];

/**
 * Lists the files that prevent a restore. Another worker's journal would be charged to the restored database.
 */
function listExisting(dataDir: string): string[] {
  const [, ...workers] = existsSync(dataDir) ? listNodeFolders(dataDir) : [];
  return [
    ...DATA_FILES.filter((name) => existsSync(join(dataDir, name))),
    ...workers.map((folder) => relative(dataDir, folder)),
  ];
}

/**
 * Restores a backup into an empty DATA_DIR and, for PostgreSQL, an empty database. All of it is read and
 * checked before anything is put in place. Throws an OperatorError; then no data was replaced. A failure while
 * copying leaves an empty database with its schema, and a killed restore leaves anything in between: both may
 * be run again (`unfinishedRestore`).
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { config } = options;
  mkdirSync(config.DATA_DIR, { recursive: true, mode: 0o700 });
  const unlock = lockFolder(config.DATA_DIR);
  try {
    await requireEmpty(options);
    return await withWorkFolder(config.DATA_DIR, '.restore-', (work) => restoreIn(work, options));
  } finally {
    unlock();
  }
}

async function restoreIn(work: string, options: RestoreOptions): Promise<Manifest> {
  const { config, path, passphrase } = options;
  const stagedNames: string[] = [];
  const stage = async ({ name, content }: ArchiveFile) => {
    if (!FILE.test(name) || stagedNames.includes(name))
      throw new OperatorError('backup.foreignFile', { name });
    const target = join(work, name);
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    await pipeline(content, createWriteStream(target, { mode: 0o600, flush: true }));
    stagedNames.push(name);
  };
  const checkManifest = (manifest: Manifest) => verifyManifest(manifest, config);
  const manifest = config.DATABASE_URL
    ? await fillPostgres(options, checkManifest, stage)
    : await readArchive(path, passphrase, async (archived) => {
        await checkManifest(archived);
        return stage;
      });
  requireComplete(manifest, stagedNames);
  unfinishedRestore.begin(config.DATA_DIR);
  moveIntoPlace(stagedNames, work, options);
  unfinishedRestore.end(config.DATA_DIR);
  return manifest;
}

/** Throws an OperatorError if what a restore needs is not in the archive. */
function requireComplete({ database, hasMasterKey }: Manifest, fileNames: readonly string[]): void {
  const needed = [
    ...(database === 'sqlite' ? ['tollgate.db'] : []),
    ...(hasMasterKey ? ['master.key'] : []),
  ];
  if (!needed.every((name) => fileNames.includes(name))) throw new OperatorError('backup.damaged');
}

async function verifyManifest(manifest: Manifest, config: RestoreOptions['config']): Promise<void> {
  const kind = config.DATABASE_URL ? 'postgres' : 'sqlite';
  if (manifest.database !== kind)
    throw new OperatorError(kind === 'sqlite' ? 'backup.ofPostgres' : 'backup.ofSqlite');
  const { unknown } = compareMigrations(await listKnownMigrations(kind), manifest.migrations);
  if (unknown.length > 0) throw newerSchema(unknown);
  const masterKey = readMasterKey(config.MASTER_KEY, config.DATA_DIR);
  if (
    masterKey &&
    manifest.masterKeyMark !== null &&
    fingerprintMasterKey(masterKey) !== manifest.masterKeyMark
  )
    throw new OperatorError('backup.otherKey');
}

async function requireEmpty({ config, setAside }: RestoreOptions): Promise<void> {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config;
  const mayHaveSchema = unfinishedRestore.exists(dataDir);
  if (databaseUrl && !(await isPostgresEmpty(databaseUrl, { mayHaveSchema })))
    throw new OperatorError('backup.databaseInUse');
  const existingNames = listExisting(dataDir);
  // Fails if a worker is still running: it would lose its journal.
  for (const folder of listNodeFolders(dataDir).slice(1)) lockFolder(folder)();
  if (existingNames.length > 0 && setAside === undefined)
    throw new OperatorError('backup.folderInUse', {
      folder: dataDir,
      name: existingNames[0] ?? '',
    });
}

async function fillPostgres(
  { config, path, passphrase }: RestoreOptions,
  checkManifest: (manifest: Manifest) => Promise<void>,
  stage: (file: ArchiveFile) => Promise<void>,
): Promise<Manifest> {
  const databaseUrl = config.DATABASE_URL ?? '';
  // Read completely before a table is created, so that a damaged archive changes nothing.
  const fileNames: string[] = [];
  const manifest = await readArchive(path, passphrase, async (archived) => {
    await checkManifest(archived);
    return async ({ name, content }) => {
      fileNames.push(name);
      for await (const _ of content);
    };
  });
  requireComplete(manifest, fileNames);
  const schema = manifest.migrations.at(-1);
  // What an unfinished restore of a newer backup left.
  const applied = await listPostgresMigrations(databaseUrl);
  if (!applied.every((name) => manifest.migrations.includes(name)))
    throw new OperatorError('backup.databaseInUse');
  unfinishedRestore.begin(config.DATA_DIR);
  await (await openStore({ databaseUrl, dataDir: config.DATA_DIR, schema })).close();
  const tables = new Map(manifest.tables.map((table) => [`tables/${table.name}`, table]));
  await withPostgresFiller(databaseUrl, async (filler: PostgresFiller) => {
    await readArchive(path, passphrase, async () => async (file) => {
      const table = tables.get(file.name);
      await (table ? filler.fill(table, file.content) : stage(file));
    });
    await filler.continueNumbers(manifest.sequences);
  });
  return manifest;
}

/** Moves existing files aside, and the restored ones into their place. */
function moveIntoPlace(
  stagedNames: readonly string[],
  work: string,
  { config, setAside }: RestoreOptions,
): void {
  const { DATA_DIR: dataDir } = config;
  if (setAside !== undefined) {
    const asidePath = join(dataDir, setAside);
    mkdirSync(asidePath, { mode: 0o700 });
    for (const name of listExisting(dataDir))
      renameSync(join(dataDir, name), join(asidePath, name));
  }
  for (const name of stagedNames) {
    const target = join(dataDir, name.replace(/^nodes\//, ''));
    if (name === 'master.key' && (config.MASTER_KEY !== undefined || existsSync(target))) continue;
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    renameSync(join(work, name), target);
  }
}
