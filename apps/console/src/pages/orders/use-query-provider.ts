import type { Order } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError, toastInfo, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { methodBrand } from './method-brand.ts';

/** Calls to refetch after the payment of an order changes. */
export const ORDER_READS = [
  calls.listOrders,
  calls.getOrder,
  calls.getOrderTotals,
  calls.listOwnOrders,
  calls.getSelf,
];

/** Has the server query the order's provider again, and shows the result. */
export function useQueryProvider() {
  const { t } = useTranslation();
  const query = useEndpointMutation(calls.queryOrder, ORDER_READS);
  const queryProvider = async ({ id, provider: by, method }: Order): Promise<void> => {
    const provider = methodBrand(t, { provider: by, method });
    try {
      const { state, events } = await query.mutateAsync({ params: { id } });
      if (state === 'paid') return toastSuccess(t('orders.asked.paid', { provider }));
      if (state === 'uncredited' || state === 'underpaid' || state === 'refunded')
        return toastError(new Error(t(`orders.asked.${state}`, { provider })));
      const isUnreachable = events[0]?.kind === 'query' && events[0].outcome === 'unreachable';
      if (isUnreachable) return toastError(new Error(t('orders.asked.unreachable', { provider })));
      toastInfo(t('orders.asked.open', { provider }));
    } catch (error) {
      toastError(error);
    }
  };
  return { queryProvider, isQuerying: query.isPending };
}
