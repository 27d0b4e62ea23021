import { randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { markMasterKey, readMasterKey } from './keyring.ts';

/**
 * The key that a rotation moves to. It is on the disk, under a name of its own, before anything is
 * sealed with it, and takes the place of `master.key` once everything is.
 */
const pathOf = (dataDir: string) => join(dataDir, 'master.key.next');

/** The next key of an unfinished rotation; undefined where there is none. */
export function readNextMasterKey(dataDir: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(pathOf(dataDir), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : undefined;
}

/** The next key of an unfinished rotation, or a new one, which then survives a crash of the machine. */
export function keepNextMasterKey(dataDir: string): Buffer {
  const present = readNextMasterKey(dataDir);
  if (present) return present;
  // A half-written file sealed nothing.
  const key = randomBytes(32);
  const path = pathOf(dataDir);
  rmSync(path, { force: true });
  writeFileSync(path, key.toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  syncFolder(dataDir);
  return key;
}

/**
 * Puts the next key in the place of `master.key`, of which a copy stays: older backups that do not hold
 * it need it. Its name ends with the mark that their manifests have; it is returned. May be done again
 * after it broke off.
 */
export function adoptNextMasterKey(dataDir: string): string {
  const old = readMasterKey(undefined, dataDir);
  const oldName = `master.key.${old ? markMasterKey(old) : 'old'}`;
  copyFileSync(join(dataDir, 'master.key'), join(dataDir, oldName));
  renameSync(pathOf(dataDir), join(dataDir, 'master.key'));
  syncFolder(dataDir);
  return oldName;
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
