import { AppError } from '../../platform/app-error.ts';
import type { ChannelCatalog, RuntimeChannel } from '../channels/channel-catalog.ts';

/** Where a file or batch is stored: the channel, and the key of the account there. */
export interface FileLocation {
  channel_id: number;
  channel_key: string;
}

/**
 * The channel of a file with the file's key; undefined when it was deleted. A replaced key is assumed to
 * belong to the same account.
 */
export function channelOf(
  catalog: ChannelCatalog,
  { channel_id: id, channel_key: key }: FileLocation,
): RuntimeChannel | undefined {
  const channel = catalog.find(id);
  return channel?.variants.find(({ keyFingerprint }) => keyFingerprint === key) ?? channel;
}

/** The same for a caller. Throws AppError relay_file_channel_gone when it was deleted or disabled. */
export function openChannelOf(catalog: ChannelCatalog, place: FileLocation): RuntimeChannel {
  const channel = channelOf(catalog, place);
  if (!channel?.enabled || !channel.provider?.files) throw new AppError('relay_file_channel_gone');
  return channel;
}
