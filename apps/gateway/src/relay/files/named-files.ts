import { type ClientCall, fileIdsIn, fileIdsInTexts, replaceIds } from '@tollgate/dialects';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { RuntimeChannel, Tier } from '../../domain/channels/channel-catalog.ts';
import type { Domain } from '../../domain/domain.ts';
import { openChannelOf } from '../../domain/files/file-channel.ts';
import { FILES_MAX, findForeignFile, findNamedFiles } from '../../domain/files/find-named-files.ts';
import { AppError } from '../../platform/app-error.ts';
import { invalidRequest } from '../errors/invalid-request.ts';

/** A call that names its caller's files, and can only be served where they are. */
export interface CallWithFiles {
  /** The call with the provider's ids in place of ours. */
  client: ClientCall;
  /** The channel that has the files, with the key they belong to. */
  channel: RuntimeChannel;
}

/**
 * Finds the files that a call names by our ids; undefined for most calls, which name none. Unknown ids are
 * left to the provider. Throws AppError relay_file_not_found for a file of another user, by our id or the
 * provider's, or of another provider than the first, and relay_file_channel_gone.
 */
export function withNamedFiles(
  domain: Pick<Domain, 'store' | 'catalog' | 'fileTools'>,
  holder: ApiKeyHolder,
  client: ClientCall,
): CallWithFiles | undefined | Promise<CallWithFiles | undefined> {
  if (!domain.fileTools.isInUse) return undefined;
  const { named = [], kind, bytes } = client.request;
  const ids = named.filter((each) => each.kind === 'file').map(({ id }) => id);
  if (kind === 'chat') ids.push(...fileIdsInTexts(bytes));
  return ids.length === 0 ? undefined : find(domain, holder, client, ids);
}

async function find(
  domain: Pick<Domain, 'store' | 'catalog'>,
  { userId }: ApiKeyHolder,
  client: ClientCall,
  named: readonly string[],
): Promise<CallWithFiles | undefined> {
  const refuse = (id: string) => new AppError('relay_file_not_found', { id, param: 'file_id' });
  if (named.length > FILES_MAX)
    throw invalidRequest(`A request names at most ${FILES_MAX} files.`, 'file_id');
  const foreign = await findForeignFile(domain, userId, named);
  if (foreign !== undefined) throw refuse(foreign);
  const { bytes, kind } = client.request;
  const isOpenAi = client.dialect === 'openai-chat' || client.dialect === 'openai-responses';
  if (kind !== 'chat' || !isOpenAi) return undefined;
  const files = await findNamedFiles(domain, fileIdsIn(bytes));
  const [first] = files;
  if (!first) return undefined;
  const wrong = files.find(
    (file) =>
      file.user_id !== userId ||
      file.channel_id !== first.channel_id ||
      file.channel_key !== first.channel_key,
  );
  if (wrong) throw refuse(wrong.file_id);
  const ids = new Map(files.map(({ file_id: id, upstream_id: upstream }) => [id, upstream]));
  return {
    client: client.withBytes(replaceIds(bytes, ids)),
    channel: openChannelOf(domain.catalog, first),
  };
}

/**
 * Narrows the tiers of a call to the channel that has its files. Throws AppError if that is not among them.
 */
export function tiersWith(
  tiers: readonly Tier[],
  { channel }: CallWithFiles,
  { model, group }: { model: string; group: string },
): readonly Tier[] {
  const id = channel.keyOf?.id ?? channel.id;
  if (!tiers.some(({ channels }) => channels.some((each) => each.id === id)))
    throw new AppError('relay_no_channel', { model, group });
  return [{ priority: 0, channels: [channel] }];
}
