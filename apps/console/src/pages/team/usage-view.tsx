import type { Team, TeamUsage } from '@tollgate/contract';
import { IconChartBar } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Age } from '../../ui/display/age.tsx';
import { Money } from '../../ui/display/money.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { NoteLine } from '../../ui/layout/note-line.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { formatNumber } from '../../ui/format/format-number.ts';
import { WholeTable } from './whole-table.tsx';

/** Usage by the keys of each member; plain members only see their own. */
export function UsageView({ team }: { team: Team }) {
  const { t } = useTranslation();
  const table = useTablePreferences('team-usage');
  const list = useEndpoint(calls.getTeamUsage, { params: { id: team.id } });
  const members = useEndpoint(calls.listTeamMembers, { params: { id: team.id } });
  const columns = useMemo(() => {
    const names = new Map(members.data?.map(({ user_id: id, display_name: name }) => [id, name]));
    return usageColumns(t, (id) => names.get(id) ?? '');
  }, [t, members.data]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <>
      <NoteLine note={t('team.usage.note')} facts={[<Age key="age" atMs={list.dataUpdatedAt} />]} />
      <WholeTable
        label={t('team.tabs.usage')}
        view={view}
        list={list}
        rowId={({ user_id }) => user_id}
        empty={
          <EmptyState
            icon={IconChartBar}
            title={t('team.usage.empty')}
            text={t('team.usage.emptyText')}
          />
        }
      />
    </>
  );
}

function usageColumns(t: TFunction, displayNameOf: (id: number) => string): Column<TeamUsage>[] {
  const figure = (key: 'calls' | 'failed' | 'tokens', value: (row: TeamUsage) => number) => ({
    key,
    header: t(`team.usage.${key}`),
    align: 'end' as const,
    render: (row: TeamUsage) => formatNumber(value(row)),
  });
  return [
    {
      key: 'user',
      header: t('team.usage.user'),
      fixed: true,
      mobile: 'title',
      render: ({ username, user_id }) => {
        const name = displayNameOf(user_id);
        return name && name !== username ? `${name} (${username})` : username || `#${user_id}`;
      },
    },
    {
      key: 'spend',
      header: t('team.usage.spend'),
      align: 'end',
      mobile: 'badge',
      render: ({ spend }) => <Money quota={spend} />,
    },
    figure('calls', (row) => row.calls),
    figure('failed', (row) => row.failed),
    figure('tokens', (row) => row.prompt_tokens + row.completion_tokens),
  ];
}
