import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint, isStamped } from './bundle/fingerprint.ts';
import { runCommand } from './process/run-command.ts';
import { repositoryRoot } from './repository.ts';

/** The sources of the console. */
const SOURCES = [
  'package-lock.json',
  'apps/console/*.{ts,html,json}',
  'apps/console/{src,public}/**/*',
  'packages/*/{package.json,src/**/*}',
  'docs/{site,manual,images/manual}/**/*',
];
const CONSOLE = 'apps/console';
const STAMP = 'dist/.sources';

/** Returns a hash of all sources of the console. */
export function fingerprintSources(root = repositoryRoot): string {
  return fingerprint(SOURCES, root);
}

/** Whether the built console exists and was built from these sources. */
export function isConsoleBuilt(root = repositoryRoot): boolean {
  const isBuilt = existsSync(join(root, CONSOLE, 'dist/index.html'));
  return isBuilt && isStamped(join(root, CONSOLE, STAMP), fingerprintSources(root));
}

/**
 * Builds the console and stamps the sources it was built from. Throws with Vite's output if the build fails.
 */
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

/** Builds the console unless already built from exactly these sources. Returns whether it built. */
export async function ensureConsole(): Promise<boolean> {
  if (isConsoleBuilt()) return false;
  await buildConsole();
  return true;
}
