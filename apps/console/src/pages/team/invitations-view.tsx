import { Button } from '@mantine/core';
import type { Team, TeamInvitation } from '@tollgate/contract';
import { IconMailForward } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { MomentText } from '../../ui/display/time-text.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import type { Column } from '../../ui/tables/column.ts';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { InviteButton } from './invite-button.tsx';
import { TEAM_READS } from './team-reads.ts';
import { WholeTable } from './whole-table.tsx';

/** Pending invitations of a team: create, share a link, withdraw. */
export function InvitationsView({ team }: { team: Team }) {
  const { t } = useTranslation();
  const table = useTablePreferences('team-invitations');
  const list = useEndpoint(calls.listTeamInvitations, { params: { id: team.id } });
  const withdraw = useEndpointMutation(calls.withdrawTeamInvitation, TEAM_READS);
  const steady = useStableCallbacks({
    withdraw: ({ id, invitee }: TeamInvitation) =>
      confirm({
        title: t('team.invitations.withdrawTitle'),
        text: invitee
          ? t('team.invitations.withdrawText', { invitee })
          : t('team.invitations.withdrawLink'),
        confirm: t('team.invitations.withdraw'),
        run: () =>
          withdraw.mutate(
            { params: { id: team.id, invitation_id: id } },
            {
              onSuccess: () => toastSuccess(t('team.invitations.withdrawn')),
              onError: toastError,
            },
          ),
      }),
  });
  const columns = useMemo(() => invitationColumns(t, steady.withdraw), [t, steady]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <>
      <InviteButton team={team} />
      <WholeTable
        label={t('team.tabs.invitations')}
        view={view}
        list={list}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            icon={IconMailForward}
            title={t('team.invitations.empty')}
            text={t('team.invitations.emptyText')}
          />
        }
      />
    </>
  );
}

function invitationColumns(
  t: TFunction,
  withdraw: (invitation: TeamInvitation) => void,
): Column<TeamInvitation>[] {
  return [
    {
      key: 'invitee',
      header: t('team.invitations.invitee'),
      fixed: true,
      mobile: 'title',
      render: ({ invitee }) => invitee || t('team.invitations.link'),
    },
    {
      key: 'role',
      header: t('team.invitations.role'),
      mobile: 'status',
      render: ({ role }) => t(`team.roles.${role}`),
    },
    {
      key: 'by',
      header: t('team.invitations.by'),
      mobile: 'hidden',
      render: ({ invited_by: by }) => by,
    },
    {
      key: 'expires',
      header: t('team.invitations.expires'),
      mobile: 'meta',
      render: ({ expires_at }) => <MomentText seconds={expires_at} />,
    },
    {
      key: 'actions',
      header: '',
      fixed: true,
      align: 'end',
      mobile: 'actions',
      render: (invitation) => (
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => withdraw(invitation)}>
          {t('team.invitations.withdraw')}
        </Button>
      ),
    },
  ];
}
