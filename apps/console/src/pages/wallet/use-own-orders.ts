import type { OrderState, OwnOrder } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { TablePage } from '../../ui/tables/section-table.tsx';
import type { WalletQuery } from './query.ts';

/** The initial page of the user's orders. */
export const FIRST_ORDERS: TablePage = { p: 1, page_size: 5 };
/** Refetch interval while an order waits for its payment. */
const WATCH_MS = 15_000;
const ON_ITS_WAY: readonly OrderState[] = ['awaiting', 'confirming'];
const OPEN: readonly OrderState[] = [...ON_ITS_WAY, 'uncredited'];

/** A page of the user's orders, refetched while one of them waits for its payment. */
export function useOwnOrders(page: TablePage, state: WalletQuery['state']) {
  return useEndpoint(
    calls.listOwnOrders,
    { query: { ...page, state } },
    {
      refetchIntervalMs: (data) =>
        data?.items.some((order) => ON_ITS_WAY.includes(order.state)) ? WATCH_MS : false,
    },
  );
}

/** Those of the user's latest orders that are not completed: to be paid, confirmed or credited. */
export function useOpenOrders(): OwnOrder[] {
  const { data } = useOwnOrders(FIRST_ORDERS, '');
  return (data?.items ?? []).filter(({ state }) => OPEN.includes(state));
}
