import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const WORKER = /^worker-\d+$/;

/**
 * Returns the folder with a process's node id and journal: DATA_DIR for the first worker, subfolders for the
 * others.
 */
export function nodeFolder(dataDir: string, workerNumber: number): string {
  return workerNumber === 1 ? dataDir : join(dataDir, `worker-${workerNumber}`);
}

/** Lists the folders of all processes that ever ran on this DATA_DIR. */
export function listNodeFolders(dataDir: string): string[] {
  const workerFolders = readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && WORKER.test(entry.name))
    .map(({ name }) => join(dataDir, name));
  return [dataDir, ...workerFolders];
}

/** Returns the path of a process's journal. */
export function journalPath(folder: string): string {
  return join(folder, 'journal.db');
}
