import type { AgentRow } from '@tollgate/contract';
import { IconCircleCheck, IconCircleX, IconUserShare } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { ListToolbar } from '../../ui/filters/list-toolbar.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import type { Column } from '../../ui/tables/column.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { UserLink } from '../users/user-link.tsx';
import { payoutQuery } from './query.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** All agents: their terms, what they brought in, and what they may have paid out. */
export function AgentsView() {
  const { t } = useTranslation();
  const table = useTablePreferences('agents');
  const [query, setQuery] = useUrlState(payoutQuery, table.remembered);
  const { p, page_size, keyword } = query;
  const list = useEndpoint(calls.listAgents, { query: { p, page_size, keyword } });
  const columns = useMemo(() => agentColumns(t), [t]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <>
      <ListToolbar
        search={
          <FilterInput
            icon
            label={t('agent.admin.search')}
            value={keyword}
            apply={(typed) => setQuery({ keyword: typed, p: 1 })}
            width={280}
          />
        }
        filters={null}
        active={0}
        view={view}
      />
      <PagedTable
        label={t('agent.admin.agents')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        rowId={({ user_id: id }) => id}
        clearFilters={keyword === '' ? undefined : () => setQuery({ keyword: '', p: 1 })}
        empty={
          <EmptyState
            icon={IconUserShare}
            title={t('agent.admin.noAgents')}
            text={t('agent.admin.noAgentsText')}
          />
        }
      />
    </>
  );
}

type Sum = 'topped_up' | 'earned' | 'pending' | 'available' | 'requested';

function agentColumns(t: TFunction): Column<AgentRow>[] {
  const sum = (key: Sum, rank: number, header: string): Column<AgentRow> => ({
    key,
    header,
    align: 'end',
    rank,
    mobile: key === 'available' ? 'figure' : 'hidden',
    render: (agent) => <Money quota={agent[key]} />,
  });
  const percent = (key: 'share_percent' | 'discount_percent', header: string) => ({
    key,
    header,
    align: 'end' as const,
    mobile: 'hidden' as const,
    rank: 2,
    render: (agent: AgentRow) => `${agent[key]}%`,
  });
  return [
    {
      key: 'agent',
      header: t('agent.admin.agent'),
      fixed: true,
      mobile: 'title',
      render: ({ user_id: id, username }) => <UserLink id={id} username={username} />,
    },
    {
      key: 'status',
      header: t('agent.payouts.state'),
      mobile: 'status',
      render: ({ enabled }) => (
        <StatusTag
          tone={enabled ? 'good' : 'off'}
          icon={enabled ? IconCircleCheck : IconCircleX}
          label={t(enabled ? 'agent.admin.active' : 'agent.admin.inactive')}
        />
      ),
    },
    percent('share_percent', t('agent.admin.share')),
    percent('discount_percent', t('agent.admin.discount')),
    {
      key: 'invitees',
      header: t('agent.totals.invitees'),
      align: 'end',
      mobile: 'hidden',
      render: ({ invitees }) => formatNumber(invitees),
    },
    sum('topped_up', 1, t('agent.totals.toppedUp')),
    sum('earned', 0, t('agent.totals.earned')),
    sum('pending', 3, t('agent.totals.pending')),
    sum('available', 0, t('agent.totals.available')),
    sum('requested', 0, t('agent.admin.requested')),
  ];
}
