import type { BatchTask } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';

type Parties = Pick<BatchTask, 'user_id' | 'username' | 'channel_id' | 'channel_name'>;

/** Whose a task is: the name it was submitted under, the number where none was noted. */
export const ownerName = ({ user_id: id, username }: Parties) => username || `#${id}`;

/** For administrators, in every list of tasks: whose each is and which channel has it, by name as in the log. */
export function partyColumns(t: TFunction, admin: boolean): Column<Parties>[] {
  if (!admin) return [];
  return [
    // Gives way first: the others are the specification's, and the drawer says whose it is.
    { key: 'user', header: t('tasks.user'), rank: 6, mobile: 'figure', render: ownerName },
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
