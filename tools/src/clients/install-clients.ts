import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { CLIENTS_FOLDER } from './conversation.ts';

/**
 * Installs the clients as their lockfile has them, where that has not been done; throws where it
 * fails. Not by `npm ci`: the lockfile has no binaries of platforms that its registry lacked.
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

/** The version of a client that is installed. */
export function versionOf(name: string): string {
  return (readManifest(folderOf(name)) as { version: string }).version;
}

const folderOf = (name: string) => join(CLIENTS_FOLDER, 'node_modules', name);

function readManifest(folder: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}
