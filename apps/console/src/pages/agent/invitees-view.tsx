import type { Invitee } from '@tollgate/contract';
import { IconUserPlus } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import type { ViewProps } from './view-props.ts';

/** The users that the agent invited, and what they brought in. */
export function InviteesView({ query, setQuery }: ViewProps) {
  const { t } = useTranslation();
  const table = useTablePreferences('agent-invitees');
  const { p, page_size } = query;
  const list = useEndpoint(calls.listInvitees, { query: { p, page_size } });
  const columns = useMemo(() => inviteeColumns(t), [t]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <PagedTable
      label={t('agent.tabs.invitees')}
      view={view}
      list={list}
      query={query}
      setQuery={setQuery}
      rowId={({ id }) => id}
      empty={
        <EmptyState
          icon={IconUserPlus}
          title={t('agent.invitees.empty')}
          text={t('agent.invitees.emptyText')}
        />
      }
    />
  );
}

function inviteeColumns(t: TFunction): Column<Invitee>[] {
  const column = (key: 'name' | 'joined' | 'toppedUp' | 'earned' | 'pending') => ({
    key,
    header: t(`agent.invitees.${key}`),
  });
  return [
    { ...column('name'), fixed: true, mobile: 'title', render: ({ name }) => name },
    {
      ...column('joined'),
      mobile: 'meta',
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    {
      ...column('toppedUp'),
      align: 'end',
      render: ({ topped_up }) => <Money quota={topped_up} />,
    },
    { ...column('earned'), align: 'end', render: ({ earned }) => <Money quota={earned} /> },
    { ...column('pending'), align: 'end', render: ({ pending }) => <Money quota={pending} /> },
  ];
}
