import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const WORKER = /^worker-\d+$/;

/** Where a process keeps its name and its journal: the first worker in DATA_DIR, the others below it. */
export function nodeFolder(dataDir: string, workerNumber: number): string {
  return workerNumber === 1 ? dataDir : join(dataDir, `worker-${workerNumber}`);
}

/** The folders of all processes that ever ran on this DATA_DIR. */
export function listNodeFolders(dataDir: string): string[] {
  const below = readdirSync(dataDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && WORKER.test(entry.name))
    .map(({ name }) => join(dataDir, name));
  return [dataDir, ...below];
}

/** The file of a process's journal. */
export function journalPath(folder: string): string {
  return join(folder, 'journal.db');
}
