import { hasTeamRole, mayManageMember, type Team, type TeamMember } from '@tollgate/contract';
import {
  IconCrown,
  IconGauge,
  IconUserMinus,
  IconUserUp,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import type { KeyLimit } from '../../ui/format/key-limits.ts';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import type { Column } from '../../ui/tables/column.ts';
import { RowMenu, type RowAction } from '../../ui/tables/row-menu.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { InviteButton } from './invite-button.tsx';
import { LimitsForm } from './limits-form.tsx';
import { MemberLimit } from './member-limit.tsx';
import { TEAM_READS } from './team-reads.ts';
import { useMemberLimits } from './use-member-limits.ts';
import { formatNumber } from '../../ui/format/format-number.ts';
import { WholeTable } from './whole-table.tsx';

/**
 * The members of a team. Depending on their role, users can change roles, remove members or transfer the
 * team.
 */
export function MembersView({ team }: { team: Team }) {
  const { t } = useTranslation();
  const table = useTablePreferences('team-members');
  const params = { id: team.id };
  // Fixed, so that the reads keep their keys.
  const [now] = useState(unixSeconds);
  const list = useEndpoint(calls.listTeamMembers, { params });
  const usage = useEndpoint(calls.getTeamUsage, { params });
  const { limits } = useMemberLimits(team, list.data ?? [], now);
  const manages = hasTeamRole(team.role, 'admin');
  const [limited, setLimited] = useState<TeamMember | undefined>(undefined);
  const actions = useMemberActions(team, setLimited);
  const steady = useStableCallbacks({ actionsOf: actions });
  const columns = memberColumns(t, {
    actionsOf: steady.actionsOf,
    // Plain members only see their own spend and limits.
    isWhole: manages,
    spendOf: ({ user_id: userId }) =>
      usage.data && (usage.data.find((row) => row.user_id === userId)?.spend ?? 0),
    limitOf: ({ user_id: userId }) => limits.get(userId),
  });
  const view = toTableView(table, columns);
  return (
    <>
      {manages ? <InviteButton team={team} /> : null}
      <WholeTable
        label={t('team.tabs.members')}
        view={view}
        list={list}
        rowId={({ user_id }) => user_id}
        empty={<EmptyState icon={IconUsersGroup} title={t('team.tabs.members')} text="" />}
      />
      {limited ? (
        <LimitsForm team={team} member={limited} close={() => setLimited(undefined)} />
      ) : null}
    </>
  );
}

/** Returns what the user may do to a member. */
function useMemberActions(
  team: Team,
  limit: (member: TeamMember) => void,
): (member: TeamMember) => RowAction[] {
  const { t } = useTranslation();
  const change = useEndpointMutation(calls.changeTeamMember, TEAM_READS);
  const remove = useEndpointMutation(calls.removeTeamMember, TEAM_READS);
  const handOver = useEndpointMutation(calls.handOverTeam, TEAM_READS);
  const callbacks = (text: string) => ({
    onSuccess: () => toastSuccess(text),
    onError: toastError,
  });
  return (member) => {
    const { user_id, username: who, role, active } = member;
    if (!mayManageMember(team.role, role)) return [];
    const params = { id: team.id, user_id };
    const ofOwner: RowAction[] = [
      {
        label: t(role === 'admin' ? 'team.member.makeMember' : 'team.member.makeAdmin'),
        icon: IconUserUp,
        run: () =>
          change.mutate(
            { params, body: { role: role === 'admin' ? 'member' : 'admin' } },
            callbacks(t('team.member.changed')),
          ),
      },
      {
        label: t('team.member.handOver'),
        icon: IconCrown,
        disabled: !active,
        run: () =>
          confirm({
            title: t('team.member.handOver'),
            text: t('team.member.handOverText', { who }),
            confirm: t('team.member.handOver'),
            run: () =>
              handOver.mutate(
                { params: { id: team.id }, body: { user_id } },
                callbacks(t('team.member.handedOver')),
              ),
          }),
      },
    ];
    return [
      { label: t('team.limits.action'), icon: IconGauge, run: () => limit(member) },
      ...(team.role === 'owner' ? ofOwner : []),
      {
        label: t('team.member.remove'),
        icon: IconUserMinus,
        danger: true,
        run: () =>
          confirm({
            title: t('team.member.remove'),
            text: t('team.member.removeText', { who }),
            confirm: t('team.member.remove'),
            run: () => remove.mutate({ params }, callbacks(t('team.member.removed'))),
          }),
      },
    ];
  };
}

interface MemberFacts {
  actionsOf: (member: TeamMember) => RowAction[];
  /** Whether the reader sees everybody's spend and limits. */
  isWhole: boolean;
  /** Undefined until known. */
  spendOf: (member: TeamMember) => number | undefined;
  limitOf: (member: TeamMember) => KeyLimit | undefined;
}

function memberColumns(t: TFunction, facts: MemberFacts): Column<TeamMember>[] {
  const { actionsOf, isWhole, spendOf, limitOf } = facts;
  const figures: Column<TeamMember>[] = [
    {
      key: 'spend',
      header: t('team.overview.spend'),
      align: 'end',
      mobile: 'figure',
      render: (member) => {
        const spend = spendOf(member);
        return spend === undefined ? '–' : <Money quota={spend} />;
      },
    },
    {
      key: 'limit',
      header: t('team.member.limit'),
      align: 'end',
      mobile: 'figure',
      render: (member) => (
        <MemberLimit limit={limitOf(member)} models={member.limits?.models ?? ''} />
      ),
    },
  ];
  return [
    {
      key: 'user',
      header: t('team.member.user'),
      fixed: true,
      mobile: 'title',
      render: ({ username, display_name: name }) =>
        name && name !== username ? `${name} (${username})` : username,
    },
    {
      key: 'role',
      header: t('team.member.role'),
      mobile: 'status',
      render: ({ role, active }) => (active ? t(`team.roles.${role}`) : t('team.member.inactive')),
    },
    {
      key: 'joined',
      header: t('team.member.joined'),
      mobile: 'hidden',
      render: ({ joined_at }) => <MomentText seconds={joined_at} />,
    },
    {
      key: 'keys',
      header: t('team.member.keys'),
      align: 'end',
      mobile: 'hidden',
      render: ({ keys }) => (keys < 0 ? '–' : formatNumber(keys)),
    },
    ...(isWhole ? figures : []),
    {
      key: 'actions',
      header: '',
      fixed: true,
      align: 'end',
      mobile: 'actions',
      render: (member) => {
        const actions = actionsOf(member);
        return actions.length === 0 ? null : <RowMenu label={member.username} actions={actions} />;
      },
    },
  ];
}
