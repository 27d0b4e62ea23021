import type { ChannelRow } from '@tollgate/contract';

/**
 * Returns a unique row id: a channel's own id, or for a tag, which has none, the negated id of its oldest
 * channel.
 */
export function channelRowId({ id, children }: ChannelRow): number {
  return children === undefined ? id : -Math.min(...children.map((child) => child.id));
}
