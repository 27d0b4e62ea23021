import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { CREDITED_STATES, type OwnOrder } from '@tollgate/contract';
import { IconPrinter } from '@tabler/icons-react';
import { useStoredUser } from '../../session/session.ts';
import { useStatus } from '../../status.ts';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Money } from '../../ui/display/money.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { formatPayment } from '../orders/format-payment.ts';
import { MethodName } from '../orders/method-name.tsx';
import { OrderStateTag } from '../orders/order-state.tsx';
import './order-receipt.css';

/** Whether an order's payment was received, even if it was returned later. */
export const isPaid = ({ state }: OwnOrder) => CREDITED_STATES.has(state);

/** One of the user's orders in full; once paid, it can be printed as a receipt, without the page around it. */
export function OrderReceipt({ order }: { order: OwnOrder }) {
  const { t, i18n } = useTranslation();
  const site = useStatus().data;
  const user = useStoredUser();
  return (
    <Stack gap="md" className="receipt">
      <Group justify="space-between" align="baseline">
        <Text fz={24} fw={600} className="tabular">
          {formatPayment(order.pay_cents, order.currency, i18n.language)}
        </Text>
        <OrderStateTag state={order.state} t={t} />
      </Group>
      {order.state === 'uncredited' || order.state === 'underpaid' ? (
        <Alert color="red" role="alert">
          {t(`orders.own.asked.${order.state}`)}
        </Alert>
      ) : null}
      <DescriptionList>
        <DescriptionItem name={t('orders.columns.number')}>
          <CopyText text={order.number} whole />
        </DescriptionItem>
        <DescriptionItem name={t('orders.receipt.from')}>
          {[site?.system_name, site?.server_address || window.location.origin]
            .filter(Boolean)
            .join(' · ')}
        </DescriptionItem>
        <DescriptionItem name={t('orders.receipt.account')}>
          {user ? t('orders.receipt.who', { name: user.username, id: user.id }) : null}
        </DescriptionItem>
        <DescriptionItem name={t('orders.columns.method')}>
          <MethodName provider={order.provider} method={order.method} />
        </DescriptionItem>
        <DescriptionItem name={t('orders.columns.credit')}>
          <Money quota={order.quota} />
        </DescriptionItem>
        <DescriptionItem name={t('orders.peek.created')}>
          <TimeText seconds={order.created_at} precise />
        </DescriptionItem>
        <DescriptionItem name={t('orders.peek.paidAt')} show={order.paid_at > 0}>
          <TimeText seconds={order.paid_at} precise />
        </DescriptionItem>
        <DescriptionItem name={t('orders.peek.refunded')} show={order.refunded_cents > 0}>
          {formatPayment(order.refunded_cents, order.currency, i18n.language)}
        </DescriptionItem>
      </DescriptionList>
      {isPaid(order) ? (
        <Button
          className="receipt-print"
          variant="default"
          leftSection={<IconPrinter size={16} stroke={1.6} />}
          onClick={() => window.print()}
        >
          {t('orders.receipt.print')}
        </Button>
      ) : null}
    </Stack>
  );
}
