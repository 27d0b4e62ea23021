import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { CLIENTS_FOLDER } from './conversation.ts';

/**
 * Installs the clients as locked, unless already done; throws if that fails. Not with `npm ci`: the lockfile
 * lacks binaries of platforms that its registry did not have.
 */
export async function installClients(): Promise<void> {
  if (isInstalled()) return;
  const { code } = await runCommand('npm', ['install', '--no-save', '--no-audit', '--no-fund'], {
    cwd: CLIENTS_FOLDER,
    output: 'inherit',
  });
  if (code !== 0) throw new Error('the clients could not be installed');
}

function isInstalled(): boolean {
  const { devDependencies } = readManifest(CLIENTS_FOLDER) as {
    devDependencies: Record<string, string>;
  };
  return Object.entries(devDependencies).every(
    ([name, version]) => existsSync(folderOf(name)) && versionOf(name) === version,
  );
}

/** Returns the installed version of a client. */
export function versionOf(name: string): string {
  return (readManifest(folderOf(name)) as { version: string }).version;
}

const folderOf = (name: string) => join(CLIENTS_FOLDER, 'node_modules', name);

function readManifest(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
