import type { countGroupUses } from '../../store/group-uses-repository.ts';
import { splitComma } from '../channels/channel-catalog.ts';

type Counts = Awaited<ReturnType<typeof countGroupUses>>;

const sum = (rows: readonly { count: number | string }[]) =>
  rows.reduce((total, { count }) => total + Number(count), 0);

/**
 * Sums up what is in a group: users and teams whose first group it is, as that one sets their prices; keys of
 * the group; and channels that name it among others.
 */
export function sumGroupUses(group: string, { accounts, keys, channels }: Counts) {
  const members = accounts.filter((row) => splitComma(row.group)[0] === group);
  return {
    users: sum(members.filter(({ kind }) => kind === 'person')),
    teams: sum(members.filter(({ kind }) => kind === 'team')),
    keys: sum(keys.filter((row) => row.group === group)),
    channels: sum(channels.filter((row) => splitComma(row.group).includes(group))),
  };
}
