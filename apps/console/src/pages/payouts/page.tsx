import { Button, Group, SegmentedControl } from '@mantine/core';
import { type Payout, PAYOUT_STATES } from '@tollgate/contract';
import { IconCashBanknote } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { TwoLines } from '../../ui/display/two-lines.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SavedViews } from '../../ui/filters/saved-views.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import type { Column } from '../../ui/tables/column.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { AgentsView } from './agents-view.tsx';
import { DecideForm, type Decision } from './decide-form.tsx';
import { PayoutPeek } from './peek.tsx';
import { PayoutState } from './payout-state.tsx';
import { payoutQuery } from './query.ts';

const NOTHING = <span className="none">–</span>;

/** Payouts requested by agents, and the agents themselves. */
export function PayoutsPage() {
  const { t } = useTranslation();
  const [{ view }, setQuery] = useUrlState(payoutQuery);
  return (
    <>
      <PageHeader title={t('agent.admin.title')} note={t('agent.admin.note')}>
        <SegmentedControl
          aria-label={t('agent.admin.view')}
          value={view}
          data={[
            { value: '', label: t('agent.tabs.payouts') },
            { value: 'agents', label: t('agent.admin.agents') },
          ]}
          onChange={(chosen) => setQuery({ view: chosen as typeof view, p: 1 })}
        />
      </PageHeader>
      {view === 'agents' ? <AgentsView /> : <Payouts />}
    </>
  );
}

/** Payouts are paid outside Tollgate and recorded here, or refused. */
function Payouts() {
  const { t } = useTranslation();
  const table = useTablePreferences('payouts');
  const [query, setQuery] = useUrlState(payoutQuery, table.remembered);
  const [deciding, setDeciding] = useState<Decision | undefined>(undefined);
  const { p, page_size, state } = query;
  const list = useEndpoint(calls.listPayouts, { query: { p, page_size, state } });
  const counts = list.data?.counts;
  const [peeked, setPeeked] = useState<number | undefined>(undefined);
  const shown = list.data?.items.find(({ id }) => id === peeked);
  const steady = useStableCallbacks({ decide: setDeciding });
  const columns = useMemo(() => payoutColumns(t, steady.decide), [t, steady]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <>
      <StatusTabs
        label={t('agent.admin.state')}
        value={query.state}
        choose={(state) => setQuery({ state, p: 1 })}
        tabs={[
          ...PAYOUT_STATES.map((value) => ({
            value,
            label: t(`agent.payouts.states.${value}`),
            count: counts?.[value],
            alarms: value === 'requested',
          })),
          {
            value: '' as const,
            label: t('agent.admin.all'),
            count: counts && PAYOUT_STATES.reduce((sum, state) => sum + counts[state], 0),
          },
        ]}
      />
      <Group justify="flex-end" gap="xs" mb="xs">
        <SavedViews list={view.name} shrinks />
        <TableSettings {...view} />
      </Group>
      <PagedTable
        label={t('agent.admin.title')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        rowId={({ id }) => id}
        open={({ id }) => setPeeked(id)}
        activeId={shown?.id}
        empty={
          <EmptyState
            icon={IconCashBanknote}
            title={t(query.state === '' ? 'agent.admin.empty' : 'agent.admin.filtered')}
            text={t('agent.admin.emptyText')}
          />
        }
      />
      <PeekDrawer
        title={t('agent.admin.one')}
        opened={shown !== undefined}
        close={() => setPeeked(undefined)}
        steps={peekSteps(list.data, {
          id: shown?.id,
          pageSize: query.page_size,
          open: ({ id }) => setPeeked(id),
        })}
      >
        {shown ? <PayoutPeek payout={shown} decide={setDeciding} /> : null}
      </PeekDrawer>
      {deciding ? <DecideForm decision={deciding} close={() => setDeciding(undefined)} /> : null}
    </>
  );
}

function payoutColumns(t: TFunction, decide: (decision: Decision) => void): Column<Payout>[] {
  return [
    {
      key: 'agent',
      header: t('agent.admin.agent'),
      fixed: true,
      mobile: 'title',
      render: ({ username, user_id }) => username || `#${user_id}`,
    },
    {
      key: 'amount',
      header: t('agent.payouts.sum'),
      align: 'end',
      mobile: 'figure',
      render: ({ amount }) => <Money quota={amount} />,
    },
    {
      key: 'account',
      header: t('agent.admin.account'),
      mobile: 'text',
      rank: 1,
      render: ({ account }) => <TwoLines text={account} />,
    },
    {
      key: 'time',
      header: t('agent.payouts.time'),
      mobile: 'status',
      rank: 2,
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    {
      key: 'state',
      header: t('agent.payouts.state'),
      mobile: 'badge',
      render: ({ state }) => <PayoutState state={state} t={t} />,
    },
    {
      key: 'note',
      header: t('agent.payouts.note'),
      mobile: 'text',
      rank: 3,
      render: ({ note }) => (note === '' ? NOTHING : <TwoLines text={note} />),
    },
    {
      key: 'actions',
      header: '',
      fixed: true,
      align: 'end',
      // On a phone they are in the drawer.
      mobile: 'hidden',
      render: (payout) =>
        payout.state === 'requested' ? (
          <Group gap={4} wrap="nowrap" justify="flex-end">
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => decide({ payout, outcome: 'settle' })}
            >
              {t('agent.admin.settle')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              onClick={() => decide({ payout, outcome: 'refuse' })}
            >
              {t('agent.admin.refuse')}
            </Button>
          </Group>
        ) : null,
    },
  ];
}
