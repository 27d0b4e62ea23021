import type { BatchTask } from '@tollgate/contract';
import { readTeamIds } from '../../store/usage-names-repository.ts';
import type { Domain } from '../domain.ts';
import type { LogReader } from '../log/log-reading.ts';

/** A reader, and which of the owners are teams. */
export type TaskReader = LogReader & { teams: ReadonlySet<number> };

/** Adds which owners are teams, for a reader who sees the owners. */
export async function withTeams(
  { store }: Pick<Domain, 'store'>,
  reader: LogReader,
  rows: readonly { user_id: number }[],
): Promise<TaskReader> {
  const shown = reader.ownerId === undefined ? rows : [];
  const ids = shown.map(({ user_id: id }) => id);
  return { ...reader, teams: await readTeamIds(store.reader, ids) };
}

/** Returns the owner and channel of a task or batch by name; owners must not see the routing. */
export function presentTaskParties(
  { catalog }: Pick<Domain, 'catalog'>,
  row: { user_id: number; username: string; channel_id: number },
  { ownerId, teams }: TaskReader,
): Pick<BatchTask, 'username' | 'is_team' | 'channel_id' | 'channel_name'> {
  if (ownerId !== undefined)
    return { username: '', is_team: false, channel_id: 0, channel_name: '' };
  const { user_id, username, channel_id } = row;
  const is_team = teams.has(user_id);
  return { username, is_team, channel_id, channel_name: catalog.find(channel_id)?.name ?? '' };
}
