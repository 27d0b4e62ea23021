import { Group, Text } from '@mantine/core';
import type { User, UserActor } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { Money } from '../../ui/display/money.tsx';
import { RelativeTime } from '../../ui/display/time-text.tsx';
import { RowActions, type UserRowActions } from './row-actions.tsx';
import { UserRole, UserStatus } from './user-tags.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

type Key =
  | 'id'
  | 'username'
  | 'group'
  | 'remain'
  | 'used'
  | 'requests'
  | 'invited'
  | 'earned'
  | 'inviter'
  | 'lastSeen'
  | 'role'
  | 'status'
  | 'actions';

/** Returns the columns of the user list, depending on the viewer. */
export function userColumns(t: TFunction, me: UserActor, actions: UserRowActions): Column<User>[] {
  const column = (key: Key) => ({ key, header: t(`users.columns.${key}`) });
  return [
    {
      ...column('id'),
      sort: 'id',
      mobile: 'hidden',
      fixed: true,
      width: 56,
      render: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      ...column('username'),
      sort: 'username',
      mobile: 'title',
      fixed: true,
      render: (user) => <Names user={user} />,
    },
    {
      ...column('group'),
      rank: 3,
      mobile: 'figure',
      render: ({ group }) => <GroupTags groups={group} max={2} />,
    },
    {
      ...column('remain'),
      mobile: 'figure',
      sort: 'quota',
      align: 'end',
      render: ({ quota }) => <Money quota={quota} />,
    },
    {
      ...column('used'),
      rank: 1,
      mobile: 'hidden',
      sort: 'used_quota',
      align: 'end',
      render: ({ used_quota }) => <Money quota={used_quota} />,
    },
    {
      ...column('requests'),
      rank: 4,
      mobile: 'hidden',
      sort: 'request_count',
      align: 'end',
      render: ({ request_count }) => formatNumber(request_count),
    },
    {
      ...column('invited'),
      rank: 5,
      align: 'end',
      mobile: 'hidden',
      render: ({ aff_count }) => formatNumber(aff_count),
    },
    {
      ...column('earned'),
      rank: 6,
      align: 'end',
      mobile: 'hidden',
      render: ({ aff_history_quota }) => <Money quota={aff_history_quota} />,
    },
    {
      ...column('inviter'),
      rank: 7,
      mobile: 'hidden',
      render: ({ inviter_id }) => (inviter_id === 0 ? '–' : `#${inviter_id}`),
    },
    {
      ...column('lastSeen'),
      rank: 2,
      mobile: 'figure',
      sort: 'last_seen',
      render: ({ last_seen: last }) =>
        last === 0 ? (
          <Text component="span" inherit c="dimmed">
            {t('ui.neverYet')}
          </Text>
        ) : (
          <RelativeTime seconds={last} />
        ),
    },
    {
      ...column('role'),
      rank: 1,
      mobile: 'hidden',
      render: ({ role }) => <UserRole role={role} t={t} />,
    },
    { ...column('status'), mobile: 'status', render: (user) => <UserStatus user={user} t={t} /> },
    {
      ...column('actions'),
      mobile: 'actions',
      fixed: true,
      align: 'end',
      render: (user) => <RowActions user={user} me={me} t={t} {...actions} />,
    },
  ];
}

/** The username, and the display name if it differs. */
function Names({ user: { username, display_name: display } }: { user: User }) {
  const further = display.toLowerCase() === username.toLowerCase() ? '' : display;
  return (
    <Group gap={6} wrap="nowrap" maw={220} title={`${username} ${further}`.trim()}>
      <Text inherit fw={500} component="span" truncate style={{ flexShrink: 0, maxWidth: '100%' }}>
        {username}
      </Text>
      {further === '' ? null : (
        <Text c="dimmed" size="sm" component="span" truncate>
          {further}
        </Text>
      )}
    </Group>
  );
}
