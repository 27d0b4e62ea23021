import { databaseFaultOf } from './database-fault.ts';

/** A folder is out of space. Errors of SQLite and of writes do not name the folder. */
export class FolderFault extends Error {
  override readonly name = 'FolderFault';
  readonly folder: string;
  readonly code: string;

  constructor(folder: string, cause: Error & { code?: string }) {
    super(cause.message, { cause });
    this.folder = folder;
    this.code = cause.code ?? '';
  }
}

/** Runs work that writes to one folder only; if it runs out of space, the error names that folder. */
export async function withFolderInErrors<Result>(
  folder: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && databaseFaultOf(error) === 'full' && !('severity' in error))
      throw new FolderFault(folder, error);
    throw error;
  }
}
