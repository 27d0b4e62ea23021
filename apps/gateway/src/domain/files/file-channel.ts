import { AppError } from '../../platform/app-error.ts';
import type { ChannelCatalog, RuntimeChannel } from '../channels/channel-catalog.ts';

/** Where a file or batch is: the channel and the key that its provider knows it by. */
export interface FileLocation {
  channel_id: number;
  channel_key: string;
}

/** The channel of a file with the file's key; undefined where it was deleted. A key that was replaced is of the same account. */
export function channelOf(
  catalog: ChannelCatalog,
  { channel_id: id, channel_key: key }: FileLocation,
): RuntimeChannel | undefined {
  const channel = catalog.find(id);
  return channel?.variants.find(({ keyFingerprint }) => keyFingerprint === key) ?? channel;
}

/** The same for a caller. Throws AppError relay_file_channel_gone where it was deleted or switched off. */
export function openChannelOf(catalog: ChannelCatalog, place: FileLocation): RuntimeChannel {
  const channel = channelOf(catalog, place);
  if (!channel?.enabled || !channel.provider?.files) throw new AppError('relay_file_channel_gone');
  return channel;
}
