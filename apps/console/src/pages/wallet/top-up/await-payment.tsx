import { Alert, Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { CREDITED_STATES, type OwnOrder } from '@tollgate/contract';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { FormModal } from '../../../ui/forms/unsaved-changes.tsx';
import { DescriptionItem, DescriptionList } from '../../../ui/display/description-list.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { QrCode } from '../../../ui/display/qr-code.tsx';
import { FIRST_ORDERS } from '../use-own-orders.ts';
import { methodCare, methodName } from './method-words.ts';
import { formatPayable } from './payment-methods.ts';
import type { PricedTopUp, StartedPayment } from './use-online-payment.ts';

const LOOK_EVERY_MS = 3000;
/** After this time, the payment is only checked on demand. */
const LOOK_FOR_MS = 15 * 60_000;

/** Waits for a payment that is made in another tab, and says when it has arrived. */
export function AwaitPayment({
  payment,
  topUp,
  paidBefore,
  back,
  close,
}: {
  payment: StartedPayment;
  topUp: PricedTopUp;
  /** Total of all previous top-ups, in quota. */
  paidBefore: number;
  back: () => void;
  close: (received: boolean) => void;
}) {
  const { t } = useTranslation();
  const [until] = useState(() => Date.now() + LOOK_FOR_MS);
  const [isMissing, setMissing] = useState(false);
  const { order, added, read } = usePayment({ payment, paidBefore, until });
  const look = async () => {
    const error = await read();
    if (error) toastError(error);
    setMissing(!error);
  };
  const leave = () => close(added > 0);
  return (
    <FormModal
      title={t(added > 0 ? 'wallet.waiting.received' : 'wallet.waiting.title')}
      leave={leave}
      size="sm"
    >
      <div role="status">
        {added > 0 ? (
          <Received added={added} />
        ) : (
          <>
            {order?.state === 'uncredited' || order?.state === 'underpaid' ? (
              <Alert color="red" mb="sm">
                {t(`orders.own.asked.${order.state}`)}
              </Alert>
            ) : null}
            <Waiting payment={payment} topUp={topUp} isMissing={isMissing} />
          </>
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="md">
        {added > 0 ? (
          // Takes the place of the button that may have had the focus.
          <Button autoFocus onClick={leave}>
            {t('wallet.waiting.done')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={back}>
              {t('wallet.waiting.back')}
            </Button>
            <Button onClick={() => void look()}>{t('wallet.waiting.check')}</Button>
          </>
        )}
      </Group>
    </FormModal>
  );
}

/**
 * Reads the order until it is credited, or the total of all top-ups if the order is unknown: another payment
 * that arrives meanwhile, as of a second tab, is not this one. Returns the quota that it added.
 */
function usePayment({
  payment: { orderId },
  paidBefore,
  until,
}: {
  payment: StartedPayment;
  paidBefore: number;
  until: number;
}) {
  const refetchIntervalMs = (isDone: boolean) =>
    Date.now() > until || isDone ? false : LOOK_EVERY_MS;
  const addedBy = (user: { total_topup: number } | undefined) =>
    Math.max(0, (user?.total_topup ?? paidBefore) - paidBefore);
  const find = (orders: { items: readonly OwnOrder[] } | undefined) =>
    orders?.items.find(({ id }) => id === orderId);
  const creditOf = (order: OwnOrder | undefined) =>
    order && CREDITED_STATES.has(order.state) ? order.quota : 0;
  const self = useEndpoint(
    calls.getSelf,
    {},
    { refetchIntervalMs: (data) => refetchIntervalMs(addedBy(data) > 0 && orderId === undefined) },
  );
  const orders = useEndpoint(
    calls.listOwnOrders,
    { query: { ...FIRST_ORDERS, state: '' } },
    {
      enabled: orderId !== undefined,
      refetchIntervalMs: (data) => refetchIntervalMs(creditOf(find(data)) > 0),
    },
  );
  const order = find(orders.data);
  const added = orderId === undefined ? addedBy(self.data) : creditOf(order);
  const read = async () => {
    const [user, list] = await Promise.all([
      self.refetch(),
      ...(orderId === undefined ? [] : [orders.refetch()]),
    ]);
    return list?.error ?? user.error;
  };
  return { order, added, read };
}

function Received({ added }: { added: number }) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="xs" py="md" ta="center">
      <IconCircleCheck size={44} stroke={1.5} color="var(--status-good)" aria-hidden />
      <Text component="div" fz={20} fw={600}>
        +<Money quota={added} focusable={false} />
      </Text>
      <Text c="dimmed">{t('wallet.waiting.added')}</Text>
    </Stack>
  );
}

function Waiting({
  payment: { link, code, blocked },
  topUp: { method, payable, currency },
  isMissing,
}: {
  payment: StartedPayment;
  topUp: PricedTopUp;
  isMissing: boolean;
}) {
  const { t } = useTranslation();
  const opened = blocked ? 'wallet.waiting.blocked' : 'wallet.waiting.opened';
  const guide = code === undefined ? opened : 'wallet.waiting.scan';
  const care = methodCare(t, method);
  return (
    <Stack gap="sm">
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Loader size={20} mt={2} aria-hidden />
        <Text>{t(guide)}</Text>
      </Group>
      <DescriptionList>
        <DescriptionItem name={t('wallet.confirm.pay')}>
          <strong className="tabular">{formatPayable(payable, currency)}</strong>
        </DescriptionItem>
        <DescriptionItem name={t('wallet.confirm.method')}>{methodName(t, method)}</DescriptionItem>
      </DescriptionList>
      {code === undefined ? null : <QrCode text={code} image="" label={t('wallet.waiting.code')} />}
      {link === undefined ? null : (
        <Anchor href={link} target="_blank" rel="noopener noreferrer">
          {t('wallet.waiting.open')}
        </Anchor>
      )}
      <Alert
        variant="light"
        color={isMissing ? 'yellow' : 'slate'}
        p="xs"
        {...(isMissing ? { title: t('wallet.waiting.none') } : {})}
      >
        {care === '' ? null : <Text size="sm">{care}</Text>}
        <Text size="sm">{t('wallet.waiting.later')}</Text>
      </Alert>
    </Stack>
  );
}
