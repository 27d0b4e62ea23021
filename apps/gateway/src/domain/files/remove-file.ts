import { deleteFile, type FileRow } from '../../store/files-repository.ts';
import type { Domain } from '../domain.ts';
import { requestFileProvider, isNotFound } from './request-file-provider.ts';
import { channelOf } from './file-channel.ts';

type RemovingDomain = Pick<Domain, 'store' | 'catalog' | 'fileTools'>;

/**
 * Deletes a file at its provider, then here. If the provider doesn't know it, or its channel was deleted, it
 * is only deleted here. Throws FileProviderError if the provider refuses.
 */
export async function removeFile(
  { store, catalog, fileTools }: RemovingDomain,
  file: FileRow,
): Promise<void> {
  const channel = channelOf(catalog, file);
  if (channel?.provider?.files && file.upstream_id !== '') {
    const end = `/files/${encodeURIComponent(file.upstream_id)}`;
    await requestFileProvider(fileTools, { channel, end, method: 'DELETE' }).catch(
      (error: unknown) => {
        if (!isNotFound(error)) throw error;
      },
    );
  }
  await deleteFile(store.db, file.id);
}
