import { Text } from '@mantine/core';
import { type ManagedTeam, refuseTeamChange, USER_ENABLED } from '@tollgate/contract';
import {
  IconCircleCheck,
  IconCircleX,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconWallet,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { type RowAction, RowMenu } from '../../ui/tables/row-menu.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

export interface TeamActions {
  toggle: (team: ManagedTeam) => void;
  credit: (team: ManagedTeam) => void;
  edit: (team: ManagedTeam) => void;
}

/** Returns the columns of the team list. */
export function teamColumns(t: TFunction): Column<ManagedTeam>[] {
  return [
    {
      key: 'name',
      sort: 'name',
      header: t('team.name'),
      fixed: true,
      mobile: 'title',
      render: ({ name, id }) => (
        <>
          <Text span inherit fw={500}>
            {name}
          </Text>{' '}
          <Text span c="dimmed" className="mono">
            #{id}
          </Text>
        </>
      ),
    },
    {
      key: 'owner',
      header: t('team.manage.owner'),
      mobile: 'status',
      render: ({ owner }) => owner || t('team.manage.noOwner'),
    },
    {
      key: 'group',
      rank: 3,
      header: t('team.manage.group'),
      mobile: 'hidden',
      render: ({ group }) => <GroupTags groups={group} />,
    },
    {
      key: 'members',
      rank: 1,
      sort: 'members',
      mobile: 'hidden',
      header: t('team.memberCount'),
      align: 'end',
      render: ({ members }) => formatNumber(members),
    },
    {
      key: 'balance',
      sort: 'balance',
      mobile: 'figure',
      header: t('team.balance'),
      align: 'end',
      render: ({ quota }) => <Money quota={quota} />,
    },
    {
      key: 'used',
      rank: 2,
      sort: 'used',
      mobile: 'hidden',
      header: t('team.used'),
      align: 'end',
      render: ({ used_quota: used }) => <Money quota={used} />,
    },
    {
      key: 'status',
      header: t('team.manage.status'),
      mobile: 'badge',
      render: ({ status }) => <TeamStatus status={status} />,
    },
  ];
}

/** Whether a team's keys work. */
export function TeamStatus({ status }: Pick<ManagedTeam, 'status'>) {
  const { t } = useTranslation();
  return status === USER_ENABLED ? (
    <StatusTag tone="good" icon={IconCircleCheck} label={t('team.manage.enabled')} />
  ) : (
    <StatusTag tone="bad" icon={IconCircleX} label={t('team.disabled')} />
  );
}

/** Lists the actions on a team; those that the server would refuse are disabled, with the reason. */
export function listTeamActions(
  t: TFunction,
  role: number,
  team: ManagedTeam,
  { toggle, credit, edit }: TeamActions,
): RowAction[] {
  const isOn = team.status === USER_ENABLED;
  const refused = refuseTeamChange({ role }, team);
  const mirrored = refused ? { disabled: true, note: t(`errors.${refused}`) } : {};
  return [
    { label: t('team.manage.edit'), icon: IconPencil, run: () => edit(team), ...mirrored },
    { label: t('team.manage.credit'), icon: IconWallet, run: () => credit(team), ...mirrored },
    {
      label: t(isOn ? 'team.manage.disable' : 'team.manage.enable'),
      icon: isOn ? IconPlayerPause : IconPlayerPlay,
      danger: isOn,
      run: () => toggle(team),
      ...mirrored,
    },
  ];
}

/** Returns the column with the actions on a team. */
export function teamActions(t: TFunction, role: number, actions: TeamActions): Column<ManagedTeam> {
  return {
    key: 'actions',
    header: '',
    fixed: true,
    align: 'end',
    mobile: 'actions',
    render: (team) => (
      <RowMenu label={team.name} actions={listTeamActions(t, role, team, actions)} />
    ),
  };
}
