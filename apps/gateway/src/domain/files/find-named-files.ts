import { type FileRow, findFiles } from '../../store/files-repository.ts';
import type { Domain } from '../domain.ts';
import { mayBeFileId } from './new-file-id.ts';

/** More than any provider takes in one call. */
const FILES_MAX = 100;

/** The files that somebody has here under some ids, whoever that is. */
export async function findNamedFiles(
  { store }: Pick<Domain, 'store'>,
  ids: readonly string[],
): Promise<FileRow[]> {
  return findFiles(store.db, ids.filter(mayBeFileId).slice(0, FILES_MAX));
}
