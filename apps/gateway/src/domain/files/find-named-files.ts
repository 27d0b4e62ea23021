import { type FileRow, findFiles, findUpstreamOwners } from '../../store/files-repository.ts';
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

/**
 * Returns the first of a provider's ids under which it has a file of another user, and none of this one: all
 * share the provider's account, which would read it.
 */
export async function findForeignFile(
  { store }: Pick<Domain, 'store'>,
  userId: number,
  ids: readonly string[],
): Promise<string | undefined> {
  const upstreamIds = ids.filter((id) => id !== '' && !isFileIdFormat(id)).slice(0, FILES_MAX);
  const rows = await findUpstreamOwners(store.db, upstreamIds);
  const own = new Set(rows.filter((row) => row.user_id === userId).map((row) => row.upstream_id));
  return rows.find((row) => !own.has(row.upstream_id))?.upstream_id;
}
