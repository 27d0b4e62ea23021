import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hashes the names and contents of all files under `root` that match the patterns, except tests. Contents
 * rather than times: a fresh clone has new times, and a changed file may keep its own.
 */
export function fingerprint(patterns: readonly string[], root: string): string {
  const hash = createHash('sha256');
  const files = globSync(patterns, { cwd: root, withFileTypes: true })
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

/** Whether a build left a stamp for exactly these sources. */
export function isStamped(stamp: string, sources: string): boolean {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sources;
}
