import { createReadStream, existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { withFolderInErrors } from '../../platform/folder-fault.ts';
import { fingerprintMasterKey, readMasterKey } from '../../platform/keyring.ts';
import { withPostgresSnapshot } from '../../store/backup/postgres-snapshot.ts';
import { readSqliteMigrations, snapshotSqlite } from '../../store/backup/sqlite-snapshot.ts';
import { requireDatabase } from '../../store/require-database.ts';
import { journalPath, listNodeFolders } from '../wallet/node-folders.ts';
import { type ArchiveFile, type Manifest, writeArchive } from './archive.ts';
import { withWorkFolder } from './with-work-folder.ts';
import { OperatorError } from '../../platform/operator-error.ts';

export interface BackupOptions {
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'MASTER_KEY'>;
  /** The file to create; it must not exist. */
  path: string;
  /** Encrypts the archive if given. */
  passphrase: string | undefined;
  includeMasterKey: boolean;
  version: string;
  now: Date;
}

/**
 * Writes a consistent backup of the database while the gateway keeps running. It appears under its name only
 * once it is complete. Journals are copied before the database is read: charges applied in between are in
 * both and recognized by their number; in the opposite order they would be in neither.
 */
export async function createBackup(options: BackupOptions): Promise<Manifest> {
  const { config, path } = options;
  if (existsSync(path)) throw new OperatorError('backup.exists', { path });
  requireDatabase(config);
  const folder = dirname(path);
  const inFolder = (use: (work: string) => Promise<Manifest>) =>
    withFolderInErrors(folder, () => withWorkFolder(folder, '.tollgate-backup-', use));
  return inFolder(async (work) => {
    const key = readMasterKey(config.MASTER_KEY, config.DATA_DIR);
    const common = {
      version: options.version,
      createdAt: options.now.toISOString(),
      masterKeyMark: key ? fingerprintMasterKey(key) : null,
      hasMasterKey: options.includeMasterKey && key !== undefined,
    };
    const extra = [
      ...(common.hasMasterKey && key ? [inline('master.key', key.toString('hex'))] : []),
      ...copyNodeFiles(config, work),
    ];
    const partial = join(work, basename(path));
    const manifest = await (config.DATABASE_URL
      ? writePostgres({ ...options, path: partial }, common, extra)
      : writeSqlite({ ...options, path: partial }, common, { extra, work }));
    renameSync(partial, path);
    return manifest;
  });
}

type Common = Pick<Manifest, 'version' | 'createdAt' | 'masterKeyMark' | 'hasMasterKey'>;

async function writeSqlite(
  { config, path, passphrase }: BackupOptions,
  common: Common,
  { extra, work }: { extra: ArchiveFile[]; work: string },
): Promise<Manifest> {
  const source = join(config.DATA_DIR, 'tollgate.db');
  const copy = join(work, 'tollgate.db');
  snapshotSqlite(source, copy);
  const manifest: Manifest = {
    ...common,
    database: 'sqlite',
    migrations: readSqliteMigrations(copy),
    tables: [],
    sequences: [],
  };
  const files = inTurn([...extra, { name: 'tollgate.db', content: createReadStream(copy) }]);
  await writeArchive(path, { manifest, passphrase, files });
  return manifest;
}

function writePostgres(
  { config, path, passphrase }: BackupOptions,
  common: Common,
  extra: ArchiveFile[],
): Promise<Manifest> {
  return withPostgresSnapshot(config.DATABASE_URL ?? '', async (snapshot) => {
    const { migrations, tables, sequences } = snapshot;
    const manifest: Manifest = { ...common, database: 'postgres', migrations, tables, sequences };
    async function* files(): AsyncIterable<ArchiveFile> {
      yield* extra;
      for (const table of tables)
        yield { name: `tables/${table.name}`, content: await snapshot.read(table) };
    }
    await writeArchive(path, { manifest, passphrase, files: files() });
    return manifest;
  });
}

/** Copies the node id and journal of each process that ran on this machine. */
function copyNodeFiles(
  { DATA_DIR: dataDir }: BackupOptions['config'],
  work: string,
): ArchiveFile[] {
  if (!existsSync(dataDir)) return [];
  return listNodeFolders(dataDir).flatMap((folder, index) => {
    const relativePath = relative(dataDir, folder);
    const files: ArchiveFile[] = [];
    const journal = journalPath(folder);
    if (existsSync(journal)) {
      const copy = join(work, `journal-${index}.db`);
      snapshotSqlite(journal, copy);
      files.push({
        name: join('nodes', relativePath, 'journal.db'),
        content: createReadStream(copy),
      });
    }
    const id = join(folder, 'node-id');
    if (existsSync(id))
      files.push(inline(join('nodes', relativePath, 'node-id'), readFileSync(id, 'utf8')));
    return files;
  });
}

function inline(name: string, text: string): ArchiveFile {
  return { name, content: inTurn([Buffer.from(text)]) };
}

async function* inTurn<Item>(items: readonly Item[]): AsyncIterable<Item> {
  yield* items;
}
