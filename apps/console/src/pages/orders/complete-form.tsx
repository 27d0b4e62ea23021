import { Button, Group, Paper, Text, TextInput } from '@mantine/core';
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
import { ORDER_READS } from './use-query-provider.ts';

/** Credits an unpaid order manually, with a reason; shows the effect before it is confirmed. */
export function CompleteForm({ order }: { order: OrderDetail }) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const user = useStoredUser();
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState('');
  const completion = useEndpointMutation(calls.completeOrder, ORDER_READS);
  const credit = formatQuotaExactly(order.quota, display);
  const refused = user
    ? refuseOrderCompletion(user, { id: order.user_id, role: order.user_role })
    : undefined;
  if (refused)
    return (
      <Paper withBorder p="md">
        <Text fw={600}>{t('orders.complete.title')}</Text>
        <Text size="sm" c="dimmed">
          {t(`errors.${refused}`)}
        </Text>
      </Paper>
    );
  const run = async () => {
    try {
      await completion.mutateAsync({ params: { id: order.id }, body: { reason } });
      toastSuccess(t('orders.complete.done', { credit, user: shownUsername(order) }));
    } catch (error) {
      toastError(error);
    }
  };
  const confirmCompletion = () => {
    if (!completionReason.safeParse(reason).success)
      return setFault(t('errors.order_reason_invalid'));
    setFault('');
    confirm({
      title: t('orders.complete.confirm', { credit, user: shownUsername(order) }),
      text: t('orders.complete.confirmText'),
      confirm: t('orders.complete.run'),
      danger: false,
      run: () => void run(),
    });
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={t('orders.complete.title')}>
      <Form submit={confirmCompletion} busy={completion.isPending}>
        <Group justify="space-between" mb={4}>
          <Text fw={600}>{t('orders.complete.title')}</Text>
          <Text size="xs" c="dimmed">
            {t('orders.complete.ledger')}
          </Text>
        </Group>
        <Text size="sm" mb="xs">
          {t('orders.complete.effect', {
            credit,
            user: shownUsername(order),
            balance: formatQuotaExactly(order.user_quota + order.quota, display),
          })}
        </Text>
        <TextInput
          label={t('orders.complete.reason')}
          placeholder={t('orders.complete.placeholder')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={fault || undefined}
        />
        <Group justify="flex-end" mt="sm">
          <Button type="submit" loading={completion.isPending}>
            {t('orders.complete.run')}
          </Button>
        </Group>
      </Form>
    </Paper>
  );
}
