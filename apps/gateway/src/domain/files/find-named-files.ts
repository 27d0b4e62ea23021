import { type FileRow, findFiles } from '../../store/files-repository.ts';
import type { Domain } from '../domain.ts';
import { isFileIdFormat } from './new-file-id.ts';

/** More files than any provider accepts in one call. */
export const FILES_MAX = 100;

/** Finds files stored here by id, whoever owns them. */
export async function findNamedFiles(
  { store }: Pick<Domain, 'store'>,
  ids: readonly string[],
): Promise<FileRow[]> {
  return findFiles(store.db, ids.filter(isFileIdFormat).slice(0, FILES_MAX));
}
