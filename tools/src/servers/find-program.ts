import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { printLine } from '../process/progress.ts';

export interface Program {
  /** Possible file names, likeliest first. */
  names: readonly string[];
  /** The Debian package that contains it. */
  debianPackage: string;
}

export const REDIS: Program = { names: ['redis-server'], debianPackage: 'redis-server' };
/** Only the server: imports are tested against it. */
export const MARIADB: Program = { names: ['mariadbd'], debianPackage: 'mariadb-server-core' };
/** Creates the dumps that are imported. */
export const MARIADB_DUMP: Program = { names: ['mariadb-dump'], debianPackage: 'mariadb-client' };
/** Debian's version is old: `npm run clickhouse` tests the newest engine. */
export const CLICKHOUSE: Program = {
  names: ['clickhouse-server'],
  debianPackage: 'clickhouse-server',
};
/** The headless shell uses 10 to 25 percent less CPU than the full browser. */
export const CHROMIUM: Program = {
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'],
  debianPackage: 'chromium-headless-shell',
};
/** Creates the bare systems of `npm run bare-root`. */
export const DEBOOTSTRAP: Program = { names: ['debootstrap'], debianPackage: 'debootstrap' };

const INSTALL_LIMIT_MS = 300_000;

/** Returns the path of an installed program, or undefined. */
export function findProgram({ names }: Program, path = process.env.PATH ?? ''): string | undefined {
  const candidates = names.flatMap((name) => path.split(delimiter).map((one) => join(one, name)));
  return candidates.find(isExecutable);
}

/**
 * Returns the path of a program. On Debian as root a missing one is installed; elsewhere one line says what
 * is missing and the result is undefined.
 */
export async function obtainProgram(program: Program): Promise<string | undefined> {
  const path = findProgram(program);
  if (path) return path;
  const { debianPackage } = program;
  if (existsSync('/etc/debian_version') && process.getuid?.() === 0) {
    printLine(`Installing ${debianPackage}`);
    const problem = await installPackage(debianPackage);
    if (problem === undefined) return findProgram(program);
    printLine(problem);
  }
  printLine(`Missing: ${program.names[0]}. Install it (Debian: apt-get install ${debianPackage}).`);
  return undefined;
}

/** Package lists are fetched only once. */
let hasLists = false;

/** Returns an error message, or undefined on success. */
async function installPackage(name: string): Promise<string | undefined> {
  const options = {
    output: 'capture',
    env: { DEBIAN_FRONTEND: 'noninteractive' },
    limitMs: INSTALL_LIMIT_MS,
  } as const;
  const install = ['install', '--yes', '--no-install-recommends', name];
  for (const step of hasLists ? [install] : [['update'], install]) {
    const { code, output } = await runCommand('apt-get', ['-q', ...step], options);
    if (code !== 0) return output;
    hasLists = true;
  }
  return undefined;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
