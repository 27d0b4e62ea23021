import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import type { ManagedTeam, TeamMember } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { tip } from '../../ui/feedback/tip.ts';
import { Section } from '../../ui/layout/section.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { UserLink } from '../users/user-link.tsx';
import { BalanceChangesTable, FIRST_CHANGES } from '../wallet/balance-changes-table.tsx';
import { listTeamActions, type TeamActions, TeamStatus } from './columns.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

/** One team: its figures, its members with what they spent, and every change of its balance. */
export function TeamPeek({
  team,
  role,
  actions,
}: {
  team: ManagedTeam;
  role: number;
  actions: TeamActions;
}) {
  const { t } = useTranslation();
  const [page, setPage] = useState(FIRST_CHANGES);
  const params = { id: team.id };
  const changes = useEndpoint(calls.listBalanceChangesOfTeam, { params, query: page });
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="baseline">
        <Text fz={20} fw={600}>
          {team.name}
        </Text>
        <TeamStatus status={team.status} />
      </Group>
      <DescriptionList>
        <DescriptionItem name="ID">{team.id}</DescriptionItem>
        <DescriptionItem name={t('team.manage.owner')}>
          {team.owner_id === 0 ? (
            t('team.manage.noOwner')
          ) : (
            <UserLink id={team.owner_id} username={team.owner} />
          )}
        </DescriptionItem>
        <DescriptionItem name={t('team.manage.group')}>
          <GroupTags groups={team.group} />
        </DescriptionItem>
        <DescriptionItem name={t('team.balance')}>
          <Money quota={team.quota} />
        </DescriptionItem>
        <DescriptionItem name={t('team.used')}>
          <Money quota={team.used_quota} />
        </DescriptionItem>
        <DescriptionItem name={t('team.manage.created')}>
          <MomentText seconds={team.created_at} />
        </DescriptionItem>
      </DescriptionList>
      <Group gap="xs">
        {listTeamActions(t, role, team, actions).map(
          ({ label, icon: IconOf, run, danger, disabled, note }) => (
            <Button
              key={label}
              size="compact-sm"
              variant="default"
              leftSection={<IconOf size={15} stroke={1.6} />}
              disabled={disabled ?? false}
              {...(danger ? { c: 'var(--bad)' } : {})}
              {...(note ? tip(note) : {})}
              onClick={run}
            >
              {label}
            </Button>
          ),
        )}
      </Group>
      <Section title={t('team.tabs.members')}>
        <Members team={team} />
      </Section>
      <Section title={t('wallet.changes.title')}>
        <BalanceChangesTable list={changes} page={page} setPage={setPage} />
      </Section>
    </Stack>
  );
}

function Members({ team }: { team: ManagedTeam }) {
  const { t } = useTranslation();
  const params = { id: team.id };
  const members = useEndpoint(calls.listMembersOfTeam, { params });
  const usage = useEndpoint(calls.getUsageOfTeam, { params });
  const spendOf = useMemo(
    () => new Map(usage.data?.map(({ user_id: userId, spend }) => [userId, spend])),
    [usage.data],
  );
  const columns = useMemo(
    () => memberColumns(t, (id) => (usage.data ? (spendOf.get(id) ?? 0) : undefined)),
    [t, usage.data, spendOf],
  );
  return (
    <DataTable
      label={t('team.tabs.members')}
      columns={columns}
      rows={members.data}
      rowId={({ user_id: id }) => id}
      error={members.error}
      fetching={members.isFetching}
      retry={() => void members.refetch()}
      skeletonRows={Math.min(team.members, 8)}
      empty={null}
    />
  );
}

function memberColumns(
  t: TFunction,
  spendOf: (id: number) => number | undefined,
): Column<TeamMember>[] {
  return [
    {
      key: 'name',
      header: t('team.member.user'),
      fixed: true,
      mobile: 'title',
      render: ({ user_id: id, username, active }) => (
        <>
          <UserLink id={id} username={username} />{' '}
          {active ? null : (
            <Badge size="sm" variant="light" color="red">
              {t('team.member.inactive')}
            </Badge>
          )}
        </>
      ),
    },
    {
      key: 'role',
      header: t('team.member.role'),
      mobile: 'status',
      render: ({ role }) => t(`team.roles.${role}`),
    },
    {
      key: 'keys',
      header: t('team.member.keys'),
      align: 'end',
      mobile: 'hidden',
      render: ({ keys }) => formatNumber(keys),
    },
    {
      key: 'spend',
      header: t('team.overview.spend'),
      align: 'end',
      mobile: 'figure',
      render: ({ user_id: id }) => {
        const spend = spendOf(id);
        return spend === undefined ? '–' : <Money quota={spend} />;
      },
    },
  ];
}
