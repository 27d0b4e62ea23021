import { AppError } from '../../platform/app-error.ts';
import type { ChannelCatalog, RuntimeChannel } from '../channels/channel-catalog.ts';

/** Where a file or batch is stored: the channel, and its key for the account. */
export interface FileLocation {
  channel_id: number;
  channel_key: string;
}

/**
 * Returns a file's channel with the file's key; undefined if the channel was deleted. A replaced key is
 * assumed to belong to the same account.
 */
export function channelOf(
  catalog: ChannelCatalog,
  { channel_id: id, channel_key: key }: FileLocation,
): RuntimeChannel | undefined {
  const channel = catalog.find(id);
  return channel?.variants.find(({ keyFingerprint }) => keyFingerprint === key) ?? channel;
}

/**
 * Does the same for a caller. Throws AppError relay_file_channel_gone if the channel was deleted or disabled.
 */
export function openChannelOf(catalog: ChannelCatalog, location: FileLocation): RuntimeChannel {
  const channel = channelOf(catalog, location);
  if (!channel?.enabled || !channel.provider?.files) throw new AppError('relay_file_channel_gone');
  return channel;
}
