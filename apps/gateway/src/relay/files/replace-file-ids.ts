import { fileIdsIn, replaceIds } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { Domain } from '../../domain/domain.ts';
import { FILES_MAX } from '../../domain/files/find-named-files.ts';
import { findOwnedFiles } from '../../domain/files/find-owned-files.ts';
import { AppError } from '../../platform/app-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';

/**
 * Replaces our file ids in a body with the provider's, only for the caller's own files at that provider.
 * Throws AppError relay_file_not_found, and relay_invalid_request for more files than any provider accepts.
 */
export async function replaceFileIds(
  domain: Pick<Domain, 'store'>,
  userId: number,
  body: Uint8Array,
  { id: channelId, keyFingerprint }: RuntimeChannel,
): Promise<Uint8Array> {
  const ids = fileIdsIn(body);
  if (ids.length === 0) return body;
  if (ids.length > FILES_MAX)
    throw invalidRequest(`A request names at most ${FILES_MAX} files.`, 'file_id');
  const files = await findOwnedFiles(domain, userId, ids);
  const upstreamIds = new Map<string, string>();
  for (const id of ids) {
    const file = files.get(id);
    if (file?.channel_id !== channelId || file.channel_key !== keyFingerprint)
      throw new AppError('relay_file_not_found', { id: id.slice(0, 100), param: 'file_id' });
    upstreamIds.set(id, file.upstream_id);
  }
  return replaceIds(body, upstreamIds);
}
