import type { BatchTask } from '@tollgate/contract';
import type { Domain } from '../domain.ts';
import type { LogReader } from '../log/log-reading.ts';

/** Returns the owner and channel of a task or batch by name; owners must not see the routing. */
export function presentTaskParties(
  { catalog }: Pick<Domain, 'catalog'>,
  row: { username: string; channel_id: number },
  { ownerId }: LogReader,
): Pick<BatchTask, 'username' | 'channel_id' | 'channel_name'> {
  if (ownerId !== undefined) return { username: '', channel_id: 0, channel_name: '' };
  const { username, channel_id } = row;
  return { username, channel_id, channel_name: catalog.find(channel_id)?.name ?? '' };
}
