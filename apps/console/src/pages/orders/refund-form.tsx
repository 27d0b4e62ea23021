import { Button, Checkbox, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { completionReason, type OrderDetail, refuseOrderCompletion } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { shownUsername } from '../../ui/format/shown-username.ts';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { useQuotaDisplay } from '../../status.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { Form } from '../../ui/forms/form.tsx';
import { ProviderRefundForm } from './provider-refund-form.tsx';
import { ORDER_READS } from './use-query-provider.ts';

/** Refunds a paid order through its provider, or records a refund made by hand; shown only to those who may. */
export function RefundForm({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const user = useStoredUser();
  const [opened, setOpened] = useState<'provider' | 'hand' | undefined>(undefined);
  const owner = { id: order.user_id, role: order.user_role };
  if (!user || refuseOrderCompletion(user, owner)) return null;
  const isOffered = order.refund_parts !== 'none' && !isPartOfWhole(order);
  const close = () => setOpened(undefined);
  if (opened === 'hand') return <ManualRefundForm order={order} close={close} />;
  return (
    <Group>
      {isOffered ? (
        <Button variant="default" size="xs" onClick={() => setOpened('provider')}>
          {t('orders.refunding.open')}
        </Button>
      ) : null}
      <Button
        variant={isOffered ? 'subtle' : 'default'}
        size="xs"
        onClick={() => setOpened('hand')}
      >
        {t('orders.refund.run')}
      </Button>
      {opened === 'provider' ? <ProviderRefundForm order={order} close={close} /> : null}
    </Group>
  );
}

/** Whether only a whole order could be refunded, and part of it already was. */
const isPartOfWhole = ({ refund_parts: parts, refunded_cents: refunded }: OrderDetail) =>
  parts === 'whole' && refunded > 0;

/** Records that what is left of an order was refunded by hand, with a reason. */
function ManualRefundForm({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const [reason, setReason] = useState('');
  const [takesQuota, setTakesQuota] = useState(true);
  const [fault, setFault] = useState('');
  const refund = useEndpointMutation(calls.refundOrder, ORDER_READS);
  const credit = formatQuotaExactly(order.quota - order.refunded_quota, display);
  const run = async () => {
    try {
      await refund.mutateAsync({
        params: { id: order.id },
        body: { reason, take_quota: takesQuota },
      });
      toastSuccess(t('orders.refund.done'));
    } catch (error) {
      toastError(error);
    }
  };
  const confirmRefund = () => {
    if (!completionReason.safeParse(reason).success)
      return setFault(t('errors.order_reason_invalid'));
    setFault('');
    confirm({
      title: t('orders.refund.confirm'),
      text: takesQuota
        ? t('orders.refund.confirmTake', { credit, user: shownUsername(order) })
        : t('orders.refund.confirmKeep', { user: shownUsername(order) }),
      confirm: t('orders.refund.run'),
      run: () => void run(),
    });
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={t('orders.refund.run')}>
      <Form submit={confirmRefund} busy={refund.isPending}>
        <Stack gap="sm">
          <Text size="sm">{t('orders.refund.effect')}</Text>
          <Checkbox
            label={t('orders.refund.take', { credit })}
            description={t('orders.refund.takeHint')}
            checked={takesQuota}
            onChange={(event) => setTakesQuota(event.currentTarget.checked)}
          />
          <TextInput
            label={t('orders.complete.reason')}
            placeholder={t('orders.refund.placeholder')}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            error={fault || undefined}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" color="red" loading={refund.isPending}>
              {t('orders.refund.run')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Paper>
  );
}
