import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { lockFolder, tryLockFolder } from './lock-folder.ts';

/** A newer folder may not be locked yet. */
const YOUNG_MS = 60_000;

/**
 * Creates a folder in a shared place, such as that of temporary files, and locks it to this process. A killed
 * process leaves it behind (see `removeAbandonedFolders`). `remove` unlocks and deletes it.
 */
export function makeOwnedFolder(
  parent: string,
  prefix: string,
): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(parent, prefix));
  const unlock = lockFolder(folder);
  return {
    folder,
    remove() {
      unlock();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Deletes such folders of processes that are gone. Other programs may use the same names, so only this user's
 * folders that were locked once and no longer are get deleted. Never throws.
 */
export function removeAbandonedFolders(parent: string, prefix: string): void {
  for (const name of listNames(parent).filter((each) => each.startsWith(prefix))) {
    const folder = join(parent, name);
    try {
      if (!isOldFolderOfOurs(folder)) continue;
      const unlock = tryLockFolder(folder);
      unlock?.();
      if (unlock) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Cannot be removed, and is in nobody's way.
    }
  }
}

function listNames(parent: string): string[] {
  try {
    return readdirSync(parent);
  } catch {
    return [];
  }
}

function isOldFolderOfOurs(folder: string): boolean {
  const lstat = (path: string) => lstatSync(path, { throwIfNoEntry: false });
  const [itself, lock] = [lstat(folder), lstat(join(folder, 'process.lock'))];
  if (!itself?.isDirectory() || !lock?.isFile()) return false;
  const isOurs = itself.uid === process.getuid?.() && itself.uid === lock.uid;
  return isOurs && Date.now() - lock.mtimeMs >= YOUNG_MS;
}
