import { Button, Group } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { ORDER_STATE_FILTERS, type OrderState, type OwnOrder } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError, toastInfo, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { AnySelect } from '../../ui/filters/any-select.tsx';
import { shortId } from '../../ui/format/short-id.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import type { Column } from '../../ui/tables/column.ts';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { SectionTable } from '../../ui/tables/section-table.tsx';
import { formatPayment } from '../orders/format-payment.ts';
import { MethodName } from '../orders/method-name.tsx';
import { OrderStateTag } from '../orders/order-state.tsx';
import { isPaid, OrderReceipt } from './order-receipt.tsx';
import { walletQuery } from './query.ts';
import { FIRST_ORDERS, useOwnOrders } from './use-own-orders.ts';
import '../orders/orders.css';

/** The user's orders with their state; "I did pay" has the server query the provider. */
export function OwnOrders({ topUp }: { topUp: () => void }) {
  const { t, i18n } = useTranslation();
  const [page, setPage] = useState(FIRST_ORDERS);
  const [{ state }, setQuery] = useUrlState(walletQuery);
  const list = useOwnOrders(page, state);
  const [peeked, setPeeked] = useState<number | undefined>(undefined);
  const shown = list.data?.items.find(({ id }) => id === peeked);
  const queryProvider = useAskAboutOwn();
  const columns = useMemo(
    () => ownOrderColumns(t, i18n.language, queryProvider),
    [t, i18n.language, queryProvider],
  );
  const choose = (chosen: typeof state) => {
    setPage({ ...page, p: 1 });
    setQuery({ view: 'orders', state: chosen });
  };
  return (
    <section aria-label={t('orders.own.title')}>
      <Group mb="xs">
        <AnySelect
          label={t('orders.columns.state')}
          value={state}
          choices={ORDER_STATE_FILTERS.map((value) => ({
            value,
            label: t(`orders.states.${value}`),
          }))}
          apply={choose}
        />
      </Group>
      <SectionTable
        name="own-orders"
        label={t('orders.own.title')}
        columns={columns}
        list={list}
        page={page}
        setPage={setPage}
        clearFilters={state === '' ? undefined : () => choose('')}
        skeletonRows={FIRST_ORDERS.page_size}
        open={({ id }) => setPeeked(id)}
        activeId={shown?.id}
        empty={
          <EmptyState
            icon={IconReceipt}
            title={t('orders.own.empty')}
            text={t('orders.own.emptyText')}
            action={{ label: t('wallet.topUp'), run: topUp }}
          />
        }
      />
      <PeekDrawer
        title={t(shown && isPaid(shown) ? 'orders.receipt.title' : 'orders.peek.title')}
        opened={shown !== undefined}
        close={() => setPeeked(undefined)}
      >
        {shown ? <OrderReceipt order={shown} /> : null}
      </PeekDrawer>
    </section>
  );
}

type Ask = (order: OwnOrder) => Promise<void>;

/** States of orders that credited nothing, unless something arrives late. */
const ENDED: ReadonlySet<OrderState> = new Set(['expired', 'failed', 'underpaid']);
/** States in which the provider has reported a payment that does not match. */
const REPORTED: ReadonlySet<OrderState> = new Set(['uncredited', 'underpaid']);

function useAskAboutOwn(): Ask {
  const { t } = useTranslation();
  const { mutateAsync } = useEndpointMutation(calls.queryOwnOrder, [
    calls.listOwnOrders,
    calls.getSelf,
    calls.listOwnLogs,
    calls.listOwnBalanceChanges,
    calls.listOwnBalanceDays,
  ]);
  return useMemo(
    () =>
      async ({ id }) => {
        try {
          const { state } = await mutateAsync({ params: { id } });
          if (state === 'uncredited' || state === 'underpaid' || state === 'refunded')
            toastError(new Error(t(`orders.own.asked.${state}`)));
          else if (state === 'paid') toastSuccess(t('orders.own.asked.paid'));
          else toastInfo(t('orders.own.asked.open'));
        } catch (error) {
          toastError(error);
        }
      },
    [mutateAsync, t],
  );
}

function ownOrderColumns(t: TFunction, language: string, queryProvider: Ask): Column<OwnOrder>[] {
  const column = (key: 'time' | 'number' | 'method' | 'amount' | 'credit' | 'state') => ({
    key,
    header: t(`orders.columns.${key}`),
  });
  return [
    {
      ...column('number'),
      fixed: true,
      mobile: 'title',
      render: ({ number }) => <CopyText text={number} label={shortId(number)} />,
    },
    {
      ...column('time'),
      rank: 1,
      mobile: 'figure',
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    {
      ...column('method'),
      rank: 2,
      mobile: 'hidden',
      render: ({ provider, method }) => <MethodName provider={provider} method={method} />,
    },
    {
      ...column('amount'),
      mobile: 'figure',
      align: 'end',
      render: ({ pay_cents, currency }) => (
        <span className="tabular">{formatPayment(pay_cents, currency, language)}</span>
      ),
    },
    {
      ...column('credit'),
      rank: 3,
      align: 'end',
      mobile: 'hidden',
      render: ({ state, quota, refunded_quota }) =>
        ENDED.has(state) ? '–' : <Money quota={quota - refunded_quota} />,
    },
    {
      ...column('state'),
      mobile: 'status',
      render: (order) => <OwnState order={order} t={t} />,
    },
    {
      key: 'actions',
      header: '',
      fixed: true,
      align: 'end',
      mobile: 'actions',
      render: (order) => <AskButton order={order} queryProvider={queryProvider} t={t} />,
    },
  ];
}

/** The state, with the time left to pay. */
function OwnState({ order, t }: { order: OwnOrder; t: TFunction }) {
  const state = t(`orders.states.${order.state}`);
  const minutes = Math.ceil((order.expires_at - useNow()) / 60);
  const label =
    order.state === 'awaiting' && minutes > 0 ? t('orders.own.left', { state, minutes }) : state;
  return <OrderStateTag state={order.state} label={label} t={t} />;
}

function AskButton({
  order,
  queryProvider,
  t,
}: {
  order: OwnOrder;
  queryProvider: Ask;
  t: TFunction;
}) {
  const [busy, setBusy] = useState(false);
  if (isPaid(order)) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={busy}
      onClick={() => {
        setBusy(true);
        void queryProvider(order).finally(() => setBusy(false));
      }}
    >
      {t(REPORTED.has(order.state) ? 'orders.own.check' : 'orders.own.didPay')}
    </Button>
  );
}
