import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * Remembers which file is at a path now, which this process keeps open; returns a function that checks whether
 * it is still there: false if it was deleted, moved or replaced.
 */
export function watchFilePlace(path: string): () => Promise<boolean> {
  const { ino: fileNumber } = statSync(path);
  return () =>
    stat(path).then(
      ({ ino }) => ino === fileNumber,
      (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
    );
}
