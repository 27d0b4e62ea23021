import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './process/run-command.ts';
import { repositoryRoot } from './repository.ts';

/** What the console is built from. */
const SOURCES = [
  'package-lock.json',
  'apps/console/*.{ts,html,json}',
  'apps/console/{src,public}/**/*',
  'packages/*/{package.json,src/**/*}',
];
const CONSOLE = 'apps/console';
const STAMP = 'dist/.sources';

/**
 * A hash of the names and contents of everything that the console is built from. Contents rather
 * than times: a fresh clone has new times, and a changed file may keep its own.
 */
export function fingerprintSources(root = repositoryRoot): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
  for (const file of files) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** True when the built console is there and was made from these sources. */
export function isConsoleBuilt(root = repositoryRoot): boolean {
  const stamp = join(root, CONSOLE, STAMP);
  if (!existsSync(stamp) || !existsSync(join(root, CONSOLE, 'dist/index.html'))) return false;
  return readFileSync(stamp, 'utf8') === fingerprintSources(root);
}

/** Builds the console and notes from what. Throws with Vite's words when it does not build. */
async function buildConsole(): Promise<void> {
  const fingerprint = fingerprintSources();
  const { code, output } = await runCommand('vite', ['build', '--manifest', '--logLevel', 'warn'], {
    cwd: join(repositoryRoot, CONSOLE),
    output: 'capture',
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(`The console does not build.\n${output}`);
  writeFileSync(join(repositoryRoot, CONSOLE, STAMP), fingerprint);
}

/** Builds the console unless that has been done for these very sources. Returns whether it did. */
export async function ensureConsole(): Promise<boolean> {
  if (isConsoleBuilt()) return false;
  await buildConsole();
  return true;
}
