import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from './bench-error.ts';

/** Debian packages of the programs the bench uses. */
const PACKAGES = { wrk: 'wrk', nginx: 'nginx', taskset: 'util-linux' } as const;
export type Program = keyof typeof PACKAGES;

/** Returns the path of a program, or undefined. System folders are searched even if not in PATH. */
function findProgram(program: Program): string | undefined {
  const folders = [
    ...(process.env['PATH'] ?? '').split(':'),
    '/usr/sbin',
    '/usr/local/sbin',
    '/usr/bin',
  ];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, program))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Ensures that all programs are present. On Debian as root missing ones are installed; elsewhere it throws
 * BenchError saying what is missing.
 */
export function ensurePrograms(): Record<Program, string> {
  const missing = () =>
    (Object.keys(PACKAGES) as Program[]).filter((program) => !findProgram(program));
  if (missing().length > 0 && existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    install(missing().map((program) => PACKAGES[program]));
  }
  const absent = missing();
  if (absent.length > 0) {
    throw new BenchError(
      `The bench needs ${absent.join(', ')}: install ${absent.map((program) => PACKAGES[program]).join(' ')} with the system's package manager.`,
    );
  }
  return { wrk: pathOf('wrk'), nginx: pathOf('nginx'), taskset: pathOf('taskset') };
}

function pathOf(program: Program): string {
  return findProgram(program) ?? program;
}

function install(packages: readonly string[]): void {
  // RUNLEVEL=1 keeps a freshly installed nginx from starting its own service.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'inherit', timeout: 300_000 });
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
    env,
    stdio: 'inherit',
    timeout: 600_000,
  });
}
