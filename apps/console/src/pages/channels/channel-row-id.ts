import type { ChannelRow } from '@tollgate/contract';

/**
 * Tells the rows of the list apart: channels by their id, tags, which have none, by that of their
 * oldest channel below 0.
 */
export function channelRowId({ id, children }: ChannelRow): number {
  return children === undefined ? id : -Math.min(...children.map((child) => child.id));
}
