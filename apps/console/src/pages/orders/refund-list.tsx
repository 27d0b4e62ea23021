import { Alert, Button, Group, Stack, Text, Title } from '@mantine/core';
import {
  type OrderDetail,
  type OrderRefund,
  REFUND_ARRIVED_SECONDS,
  refuseOrderCompletion,
} from '@tollgate/contract';
import {
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconLoader,
  IconRefresh,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { shortId } from '../../ui/format/short-id.ts';
import { formatPayment } from './format-payment.ts';
import { methodBrand } from './method-brand.ts';
import { SettleRefundForm } from './settle-refund-form.tsx';
import { ORDER_READS } from './use-query-provider.ts';

const LOOKS = {
  requested: { tone: 'info', icon: IconClock },
  pending: { tone: 'info', icon: IconLoader },
  succeeded: { tone: 'good', icon: IconCircleCheck },
  failed: { tone: 'bad', icon: IconCircleX },
} as const;

/** The refunds of an order, and what to do about one that is under way. */
export function RefundList({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  if (order.refunds.length === 0) return null;
  return (
    <section aria-labelledby="order-refunds">
      <Title order={3} id="order-refunds" mb="xs">
        {t('orders.refunding.list')}
      </Title>
      <Stack gap="sm">
        {order.state === 'refunding' ? <UnderWay order={order} /> : null}
        {order.refunds.map((refund) => (
          <Refund key={refund.id} refund={refund} currency={order.currency} />
        ))}
      </Stack>
    </section>
  );
}

function UnderWay({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const query = useEndpointMutation(calls.queryRefund, ORDER_READS);
  const user = useStoredUser();
  const [isSettling, setSettling] = useState(false);
  const refund = order.refunds.find(({ state }) => state === 'requested' || state === 'pending');
  const isLate = refund && unixSeconds() - refund.created_at >= REFUND_ARRIVED_SECONDS;
  const owner = { id: order.user_id, role: order.user_role };
  const maySettle = isLate && user && !refuseOrderCompletion(user, owner);
  const provider = methodBrand(t, order);
  return (
    <Alert color="blue" variant="light" title={t('orders.refunding.alert', { provider })}>
      <Text size="sm" mb="xs">
        {t('orders.refunding.alertText')}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          loading={query.isPending}
          onClick={() => query.mutate({ params: { id: order.id } }, { onError: toastError })}
        >
          {t('orders.ask', { provider })}
        </Button>
        {refund && maySettle ? (
          <Button size="xs" variant="default" onClick={() => setSettling(true)}>
            {t('orders.refunding.settle')}
          </Button>
        ) : null}
      </Group>
      {refund && isSettling ? (
        <SettleRefundForm order={order} refund={refund} close={() => setSettling(false)} />
      ) : null}
    </Alert>
  );
}

function Refund({ refund, currency }: { refund: OrderRefund; currency: string }) {
  const { t, i18n } = useTranslation();
  const { state, by, cents, actor, reason, reference, detail, created_at: at } = refund;
  const label = t(by === 'hand' ? 'orders.refunding.byHand' : `orders.refunding.states.${state}`);
  const parts = [t('orders.event.by', { name: actor }), reason, detail].filter(Boolean);
  return (
    <div>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Text component="span" fw={500} size="sm" className="tabular">
            {formatPayment(cents, currency, i18n.language)}
          </Text>
          <StatusTag {...LOOKS[state]} label={label} />
        </Group>
        <Text component="span" size="xs" c="dimmed">
          <MomentText seconds={at} />
        </Text>
      </Group>
      <Group gap="xs">
        <Text size="xs" c="dimmed" className="breaks">
          {parts.join(' · ')}
        </Text>
        {reference === '' ? null : <CopyText text={reference} label={shortId(reference)} />}
      </Group>
    </div>
  );
}
