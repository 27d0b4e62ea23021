import { AppError } from '../../platform/app-error.ts';
import { type FileRow, findOwnFile as findRow } from '../../store/files-repository.ts';
import type { Domain } from '../domain.ts';
import { isFileIdFormat } from './new-file-id.ts';

/** Returns a file of its owner. Throws AppError relay_file_not_found. */
export async function findOwnFile(
  { store }: Pick<Domain, 'store'>,
  userId: number,
  id: string,
): Promise<FileRow> {
  const file = isFileIdFormat(id) ? await findRow(store.db, userId, id) : undefined;
  if (!file) throw new AppError('relay_file_not_found', { id: id.slice(0, 100), param: 'id' });
  return file;
}
