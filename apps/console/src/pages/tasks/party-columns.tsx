import type { BatchTask } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { UserName } from '../../ui/display/user-name.tsx';

type Parties = Pick<BatchTask, 'user_id' | 'username' | 'is_team' | 'channel_id' | 'channel_name'>;

/** Returns the owner of a task: the username at submission, or the id if none was recorded. */
export const ownerName = ({ user_id: id, username }: Pick<Parties, 'user_id' | 'username'>) =>
  username || `#${id}`;

/** Returns the administrator columns of every task list: owner and channel, by name as in the log. */
export function partyColumns(t: TFunction, admin: boolean): Column<Parties>[] {
  if (!admin) return [];
  return [
    // Hidden first if space is short: the drawer shows it too, and the other columns are specified.
    {
      key: 'user',
      header: t('tasks.user'),
      rank: 6,
      mobile: 'figure',
      render: (task) => <UserName username={ownerName(task)} isTeam={task.is_team} />,
    },
    {
      key: 'channel',
      header: t('tasks.columns.channel'),
      mobile: 'hidden',
      rank: 4,
      render: ({ channel_id: id, channel_name: name }) =>
        id === 0 ? null : (
          <span className="clip" title={`#${id} ${name}`}>
            {name || `#${id}`}
          </span>
        ),
    },
  ];
}
