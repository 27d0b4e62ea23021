import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { CLIENTS_FOLDER } from './conversation.ts';

/** Installs the clients from their lockfile where that has not been done; throws where it fails. */
export async function installClients(): Promise<void> {
  if (isInstalled()) return;
  const { code } = await runCommand('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: CLIENTS_FOLDER,
    output: 'inherit',
  });
  if (code !== 0) throw new Error('the clients could not be installed');
}

function isInstalled(): boolean {
  const installed = join(CLIENTS_FOLDER, 'node_modules/.package-lock.json');
  const locked = join(CLIENTS_FOLDER, 'package-lock.json');
  return existsSync(installed) && statSync(installed).mtimeMs >= statSync(locked).mtimeMs;
}

/** The version of a client that is installed. */
export function versionOf(name: string): string {
  const manifest = join(CLIENTS_FOLDER, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}
