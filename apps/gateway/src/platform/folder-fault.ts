import { databaseFaultOf } from './database-fault.ts';

/** A folder has no room left. Errors of SQLite and of writes do not say which one they are about. */
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

/** Runs what writes into one folder only: where it runs out of room, the error names that folder. */
export async function blameFolder<Result>(
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
