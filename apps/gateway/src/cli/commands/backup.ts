import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createBackup } from '../../domain/backup/create-backup.ts';
import { readConfig } from '../../platform/config.ts';
import { VERSION } from '../../domain/status.ts';
import type { Command } from '../command.ts';
import { readPassphrase } from './read-passphrase.ts';

/** The names that this command gives, and the only ones that it deletes. */
const NAME = /^tollgate-\d{8}T\d{6}Z\.backup$/;

/** Writes a backup while the gateway runs. */
export const backup: Command = {
  usage: 'backup [FILE|FOLDER] [--passphrase-file FILE] [--keep N] [--include-master-key]',
  help: [
    'Writes a consistent backup of the database; the gateway may keep running.',
    'Default name: tollgate-<time>.backup in the current or given folder.',
    '--passphrase-file FILE  encrypt with this passphrase (default: BACKUP_PASSPHRASE)',
    '--keep N                keep the last N backups in the folder, delete the rest',
    '--include-master-key    include the master key even without encryption',
  ],
  options: {
    'passphrase-file': { type: 'string' },
    keep: { type: 'string' },
    'include-master-key': { type: 'boolean' },
  },
  positionals: { min: 0, max: 1 },
  async run(input) {
    const { values, positionals, env, say, note } = input;
    const config = readConfig(env);
    const passphrase = readPassphrase(input);
    const now = new Date();
    const path = choosePath(positionals[0] ?? '.', now);
    const started = performance.now();
    const manifest = await createBackup({
      config,
      path,
      passphrase,
      includeMasterKey: passphrase !== undefined || values['include-master-key'] === true,
      version: VERSION,
      now,
    });
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const megabytes = (statSync(path).size / 1e6).toFixed(1);
    say(`${path}: ${megabytes} MB in ${seconds} s`);
    if (!manifest.hasMasterKey)
      note(
        manifest.masterKeyMark === null
          ? 'There is no master key yet.'
          : 'The backup does NOT include the master key. Keep MASTER_KEY, or master.key from DATA_DIR, in a separate place: without it, no key or secret in the backup can be read.',
      );
    if (passphrase === undefined)
      note('The backup is not encrypted: anyone who has it can read the database.');
    const keep = Number(values.keep ?? 0);
    if (keep >= 1) deleteOlder(dirname(path), keep, say);
  },
};

function choosePath(given: string, now: Date): string {
  const path = resolve(given);
  if (!given.endsWith('/') && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    return path;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  return join(path, `tollgate-${stamp}.backup`);
}

function deleteOlder(folder: string, keep: number, say: (line: string) => void): void {
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  for (const name of names.toSorted().slice(0, -keep)) {
    rmSync(join(folder, name));
    say(`${join(folder, name)}: deleted`);
  }
}
