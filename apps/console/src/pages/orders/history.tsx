import { Text } from '@mantine/core';
import type { OrderDetail, OrderEvent } from '@tollgate/contract';
import {
  IconArrowBackUp,
  IconAlertTriangle,
  IconCircleCheck,
  IconExternalLink,
  IconFilePlus,
  IconHandFinger,
  type Icon,
  IconMessageQuestion,
  IconWebhook,
} from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { formatTime } from '../../ui/format/format-time.ts';
import { formatPayment } from './format-payment.ts';
import { methodBrand } from './method-brand.ts';

const ICONS: Readonly<Record<OrderEvent['kind'], Icon>> = {
  created: IconFilePlus,
  placed: IconExternalLink,
  'not-placed': IconAlertTriangle,
  webhook: IconWebhook,
  query: IconMessageQuestion,
  credited: IconCircleCheck,
  completed: IconHandFinger,
  'refund-requested': IconArrowBackUp,
  'refund-failed': IconAlertTriangle,
  refunded: IconArrowBackUp,
};

const BAD: ReadonlySet<string> = new Set(['not-placed', 'refund-failed']);

/** The events of an order, newest first. */
export function OrderHistory({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  if (order.events.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('orders.peek.noHistory')}
      </Text>
    );
  return (
    <ol className="timeline">
      {order.events.map((event) => (
        <HistoryEvent key={event.id} event={event} order={order} />
      ))}
    </ol>
  );
}

function HistoryEvent({ event, order }: { event: OrderEvent; order: OrderDetail }) {
  const { t } = useTranslation();
  const IconOf = event.fault ? IconAlertTriangle : ICONS[event.kind];
  const outcome = event.outcome ? t(`orders.outcomes.${event.outcome}`) : '';
  const provider = methodBrand(t, order);
  return (
    <li>
      <span className="timeline-mark" data-bad={event.fault !== undefined || BAD.has(event.kind)}>
        <IconOf size={15} stroke={1.6} aria-hidden />
      </span>
      <div className="timeline-body">
        <span className="timeline-head">
          <Text component="span" fw={500} size="sm">
            {t(`orders.events.${event.kind}`, { provider, outcome })}
          </Text>
          <Text component="span" size="xs" c="dimmed">
            <MomentText seconds={event.created_at} />
          </Text>
        </span>
        <EventDetails event={event} />
      </div>
    </li>
  );
}

function EventDetails({ event }: { event: OrderEvent }) {
  const { t, i18n } = useTranslation();
  const { outcome, fault, cents, currency = '', reference, actor, reason } = event;
  const { times, last_at: lastAt } = event;
  const parts = [
    fault === undefined ? undefined : t(`orders.faults.${fault}`),
    // The price, which is not what arrived.
    cents === undefined || outcome === 'underpaid'
      ? undefined
      : formatPayment(cents, currency, i18n.language),
    reference,
    reason,
    actor === undefined ? undefined : t('orders.event.by', { name: actor }),
    times > 1
      ? t('orders.event.times', { count: times, time: formatTime(lastAt, true) })
      : undefined,
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return null;
  return (
    <Text size="xs" c="dimmed" className="breaks">
      {parts.join(' · ')}
    </Text>
  );
}
