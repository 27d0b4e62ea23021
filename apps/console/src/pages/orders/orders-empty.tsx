import { PAYMENT_PROVIDER_IDS, paymentProviderTable } from '@tollgate/contract';
import { IconReceipt } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useStatus } from '../../status.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { pages } from '../index.ts';

/** Shown without orders in the period: says whether there are earlier ones, or else how to get the first. */
export function OrdersEmpty({ widen }: { widen: (() => void) | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = useStatus().data;
  const ever = useEndpoint(calls.listOrders, { query: { p: 1, page_size: 1 } });
  if (!status || ever.isPending) return null;
  if ((ever.data?.total ?? 0) > 0)
    return (
      <EmptyState
        icon={IconReceipt}
        title={t('orders.empty.period')}
        text={t('orders.empty.earlier')}
        {...(widen ? { action: { label: t('orders.empty.widen'), run: widen } } : {})}
      />
    );
  const canPay = PAYMENT_PROVIDER_IDS.some((id) => status[paymentProviderTable[id].status]);
  const setUp = () =>
    void navigate({
      to: pages.setting.path,
      search: paymentProviderTable[PAYMENT_PROVIDER_IDS[0] as 'epay'].settings as never,
    });
  return (
    <EmptyState
      icon={IconReceipt}
      title={t('orders.empty.title')}
      text={t(canPay ? 'orders.empty.text' : 'orders.empty.unpaid')}
      {...(canPay ? {} : { action: { label: t('orders.empty.setUp'), run: setUp } })}
    />
  );
}
