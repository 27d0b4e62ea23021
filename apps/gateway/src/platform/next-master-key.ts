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
import { fingerprintMasterKey, readMasterKey } from './keyring.ts';

/**
 * The key that a rotation moves to. It is stored under its own name before anything is encrypted with it, and
 * replaces `master.key` once everything is.
 */
const pathOf = (dataDir: string) => join(dataDir, 'master.key.next');

/** Returns the next key of an unfinished rotation; undefined if there is none. */
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

/** Returns the next key of an unfinished rotation, or a new one, which is flushed to disk. */
export function keepNextMasterKey(dataDir: string): Buffer {
  const present = readNextMasterKey(dataDir);
  if (present) return present;
  // Nothing was encrypted with a partially written file.
  const key = randomBytes(32);
  const path = pathOf(dataDir);
  rmSync(path, { force: true });
  writeFileSync(path, key.toString('hex'), { mode: 0o600, flag: 'wx', flush: true });
  syncFolder(dataDir);
  return key;
}

/**
 * Replaces `master.key` with the next key. Keeps a copy of the old one, which older backups that do not
 * contain it need; its name ends with the key's mark, as in their manifests. Returns that name. Can be
 * repeated after an interruption.
 */
export function adoptNextMasterKey(dataDir: string): string {
  const old = readMasterKey(undefined, dataDir);
  const oldName = `master.key.${old ? fingerprintMasterKey(old) : 'old'}`;
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
