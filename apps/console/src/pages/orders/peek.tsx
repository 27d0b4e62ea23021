import { Alert, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { CREDITED_STATES, type OrderDetail } from '@tollgate/contract';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { UserLink } from '../users/user-link.tsx';
import { CompleteForm } from './complete-form.tsx';
import { formatPayment } from './format-payment.ts';
import { OrderHistory } from './history.tsx';
import { MethodName } from './method-name.tsx';
import { OrderStateTag } from './order-state.tsx';
import { RefundForm } from './refund-form.tsx';
import { RefundList } from './refund-list.tsx';
import { useQueryProvider } from './use-query-provider.ts';
import { methodBrand } from './method-brand.ts';

/** How often an order is read again while its refund is under way. */
const REFUND_POLL_MS = 5000;

/** An order with its history, and the actions for an "I paid" complaint. */
export function OrderPeek({ id }: { id: number }) {
  const detail = useEndpoint(
    calls.getOrder,
    { params: { id } },
    { refetchIntervalMs: (order) => order?.state === 'refunding' && REFUND_POLL_MS },
  );
  if (detail.error && detail.data?.id !== id)
    return <ErrorState error={detail.error} retry={() => void detail.refetch()} />;
  if (detail.data?.id !== id)
    return (
      <Stack aria-busy>
        <Skeleton height={32} />
        <Skeleton height={120} />
        <Skeleton height={160} />
      </Stack>
    );
  return <Detail order={detail.data} />;
}

function Detail({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation();
  const { queryProvider, isQuerying } = useQueryProvider();
  const provider = methodBrand(t, order);
  const unpaid = !CREDITED_STATES.has(order.state);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="baseline">
        <Group gap="xs" align="baseline">
          <Text fz={24} fw={600} className="tabular">
            {formatPayment(order.pay_cents, order.currency, i18n.language)}
          </Text>
          <Text size="sm" c="dimmed" component="span">
            <ForCredit quota={order.quota} />
          </Text>
        </Group>
        <OrderStateTag state={order.state} t={t} />
      </Group>
      {order.state === 'uncredited' ? (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title={t('orders.alert.title', { provider })}
        >
          {t('orders.alert.text')}
        </Alert>
      ) : null}
      {order.state === 'underpaid' ? (
        <Alert
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title={t('orders.underpaid.title')}
        >
          {t('orders.underpaid.text', { provider })}
        </Alert>
      ) : null}
      <Facts order={order} />
      <RefundList order={order} />
      <section aria-labelledby="order-history">
        <Group justify="space-between" mb="xs">
          <Title order={3} id="order-history">
            {t('orders.peek.history')}
          </Title>
          {unpaid ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={14} />}
              loading={isQuerying}
              onClick={() => void queryProvider(order)}
            >
              {t('orders.ask', { provider })}
            </Button>
          ) : null}
        </Group>
        <OrderHistory order={order} />
      </section>
      {unpaid ? <CompleteForm key={order.id} order={order} /> : null}
      {order.state === 'paid' || order.state === 'partly_refunded' ? (
        <RefundForm key={order.id} order={order} />
      ) : null}
    </Stack>
  );
}

function ForCredit({ quota }: { quota: number }) {
  const { t } = useTranslation();
  const [before = '', after = ''] = t('orders.peek.forCredit', { credit: '\n' }).split('\n');
  return (
    <>
      {before}
      <Money quota={quota} />
      {after}
    </>
  );
}

function Facts({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation();
  const { reference, buy_cents: bought, pay_cents: paid, currency } = order;
  return (
    <DescriptionList>
      <DescriptionItem name={t('orders.peek.user')}>
        <Group gap={6} component="span">
          <UserLink id={order.user_id} username={order.username} isTeam={order.is_team} />
          <Badge variant="light" color="gray" size="sm" tt="none">
            {order.user_group}
          </Badge>
          <Text component="span" size="sm" c="dimmed">
            {t('orders.peek.balance')} <Money quota={order.user_quota} />
          </Text>
        </Group>
      </DescriptionItem>
      <DescriptionItem name={t('orders.peek.method')}>
        <MethodName provider={order.provider} method={order.method} />
      </DescriptionItem>
      <DescriptionItem name={t('orders.peek.number')}>
        <CopyText text={order.number} />
      </DescriptionItem>
      <DescriptionItem name={t('orders.peek.reference')} show={reference !== ''}>
        <CopyText text={reference} />
      </DescriptionItem>
      <DescriptionItem name={t('orders.peek.rate')}>
        {t('orders.peek.rateOf', {
          paid: formatPayment(Math.round((paid / bought) * 100), currency, i18n.language),
          bought: '$1.00',
        })}
      </DescriptionItem>
      <DescriptionItem name={t('orders.peek.created')}>
        <MomentText seconds={order.created_at} />
      </DescriptionItem>
      <DescriptionItem name={t('orders.peek.paidAt')} show={order.paid_at > 0}>
        <MomentText seconds={order.paid_at} />
      </DescriptionItem>
      <DescriptionItem name={t('orders.peek.refunded')} show={order.refunded_cents > 0}>
        {formatPayment(order.refunded_cents, currency, i18n.language)}
      </DescriptionItem>
      <DescriptionItem name={t('orders.peek.expires')} show={order.state === 'awaiting'}>
        <MomentText seconds={order.expires_at} />
      </DescriptionItem>
    </DescriptionList>
  );
}
