import { Button, Group } from '@mantine/core';
import type { OwnAgent, Payout } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { IconCashBanknote } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import type { Column } from '../../ui/tables/column.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { PayoutState } from '../payouts/payout-state.tsx';
import { AGENT_READS } from './agent-reads.ts';
import { PayoutForm } from './payout-form.tsx';
import type { ViewProps } from './view-props.ts';

/** The agent's payouts: request one, withdraw a pending one. */
export function OwnPayouts({ agent, query, setQuery }: ViewProps & { agent: OwnAgent }) {
  const { t } = useTranslation();
  const table = useTablePreferences('agent-payouts');
  const display = useQuotaDisplay();
  const [isRequesting, setRequesting] = useState(false);
  const { p, page_size } = query;
  const list = useEndpoint(calls.listOwnPayouts, { query: { p, page_size } });
  const withdrawal = useEndpointMutation(calls.cancelPayout, AGENT_READS);
  const steady = useStableCallbacks({
    withdraw: ({ id, amount }: Payout) =>
      confirm({
        title: t('agent.payouts.cancelAsk'),
        text: t('agent.payouts.cancelText', { amount: formatQuotaExactly(amount, display) }),
        confirm: t('agent.payouts.cancel'),
        danger: false,
        run: () =>
          withdrawal.mutate(
            { params: { id } },
            { onSuccess: () => toastSuccess(t('agent.payouts.cancelled')), onError: toastError },
          ),
      }),
  });
  const columns = useMemo(() => payoutColumns(t, steady.withdraw), [t, steady]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <>
      <Group justify="flex-end" my="xs">
        <Button
          disabled={agent.available < Math.max(1, agent.payout_minimum)}
          onClick={() => setRequesting(true)}
        >
          {t('agent.payouts.request')}
        </Button>
      </Group>
      <PagedTable
        label={t('agent.tabs.payouts')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            icon={IconCashBanknote}
            title={t('agent.payouts.empty')}
            text={t('agent.payouts.emptyText')}
          />
        }
      />
      {isRequesting ? <PayoutForm agent={agent} close={() => setRequesting(false)} /> : null}
    </>
  );
}

function payoutColumns(t: TFunction, withdraw: (payout: Payout) => void): Column<Payout>[] {
  const column = (key: 'time' | 'amount' | 'account' | 'state' | 'note') => ({
    key,
    header: t(key === 'amount' ? 'agent.payouts.sum' : `agent.payouts.${key}`),
  });
  return [
    {
      ...column('time'),
      fixed: true,
      mobile: 'title',
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    {
      ...column('amount'),
      align: 'end',
      mobile: 'figure',
      render: ({ amount }) => <Money quota={amount} />,
    },
    { ...column('account'), mobile: 'text', render: ({ account }) => account },
    {
      ...column('state'),
      mobile: 'status',
      render: ({ state }) => <PayoutState state={state} t={t} />,
    },
    { ...column('note'), mobile: 'text', render: ({ note }) => note },
    {
      key: 'actions',
      header: '',
      fixed: true,
      align: 'end',
      mobile: 'actions',
      render: (payout) =>
        payout.state === 'requested' ? (
          <Button size="compact-sm" variant="subtle" onClick={() => withdraw(payout)}>
            {t('agent.payouts.cancel')}
          </Button>
        ) : null,
    },
  ];
}
