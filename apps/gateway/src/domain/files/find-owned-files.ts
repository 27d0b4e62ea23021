import { type FileRow, findOwnFiles } from '../../store/files-repository.ts';
import type { Domain } from '../domain.ts';
import { isFileIdFormat } from './new-file-id.ts';

/** Finds those of the given files that a user owns, by our id. */
export async function findOwnedFiles(
  { store }: Pick<Domain, 'store'>,
  userId: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FileRow>> {
  const files = await findOwnFiles(store.db, userId, ids.filter(isFileIdFormat));
  return new Map(files.map((file) => [file.file_id, file]));
}
