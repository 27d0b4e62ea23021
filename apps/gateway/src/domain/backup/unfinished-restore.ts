import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../../platform/operator-error.ts';

const fileOf = (dataDir: string) => join(dataDir, 'restore-unfinished');

/**
 * Marks a DATA_DIR, while a restore replaces what is in it or fills its database. A killed restore leaves the
 * mark, so that no gateway starts on half of the data, and so that the restore may be run again.
 */
export const unfinishedRestore = {
  begin(dataDir: string): void {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(fileOf(dataDir), '', { mode: 0o600, flush: true });
  },

  exists: (dataDir: string): boolean => existsSync(fileOf(dataDir)),

  end: (dataDir: string): void => rmSync(fileOf(dataDir), { force: true }),

  /** Throws OperatorError if a restore was interrupted. */
  requireNone(dataDir: string): void {
    if (existsSync(fileOf(dataDir)))
      throw new OperatorError('data.restoreUnfinished', {
        folder: dataDir,
        file: fileOf(dataDir),
      });
  },
};
