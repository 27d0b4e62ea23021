import { Select, Text, TextInput } from '@mantine/core';
import { completionReason, type OrderDetail, type OrderRefund } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { formatPayment } from './format-payment.ts';
import { methodBrand } from './method-brand.ts';
import { ORDER_READS } from './use-query-provider.ts';

/** Records what the provider's own site shows of a refund that it does not tell about otherwise. */
export function SettleRefundForm({
  order,
  refund,
  close,
}: {
  order: OrderDetail;
  refund: OrderRefund;
  close: () => void;
}) {
  const { t, i18n } = useTranslation();
  const [outcome, setOutcome] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const settlement = useEndpointMutation(calls.settleRefund, ORDER_READS);
  const leave = useConfirmedClose(() => reason !== '', close);
  const provider = methodBrand(t, order);
  const amount = formatPayment(refund.cents, order.currency, i18n.language);
  const isReason = completionReason.safeParse(reason).success;
  const submit = () => {
    setChecked(true);
    if (outcome === '' || !isReason || settlement.isPending) return;
    const body = { refund_id: refund.id, made: outcome === 'made', reason };
    settlement.mutate(
      { params: { id: order.id }, body },
      {
        onSuccess: () => {
          toastSuccess(t('orders.refunding.settled'));
          close();
        },
        onError: toastError,
      },
    );
  };
  return (
    <FormModal title={t('orders.refunding.settleTitle')} size="md" leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('orders.refunding.settleRun')}
        busy={settlement.isPending}
        leave={leave}
      >
        <Text size="sm">{t('orders.refunding.settleText', { provider })}</Text>
        <Select
          label={t('orders.refunding.shows', { provider })}
          placeholder={t('orders.refunding.choose')}
          value={outcome || null}
          data={[
            { value: 'made', label: t('orders.refunding.made', { amount }) },
            { value: 'not-made', label: t('orders.refunding.notMade') },
          ]}
          onChange={(chosen) => setOutcome(chosen ?? '')}
          error={isChecked && outcome === '' ? t('orders.refunding.choose') : undefined}
        />
        <TextInput
          label={t('orders.complete.reason')}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={isChecked && !isReason ? t('errors.order_reason_invalid') : undefined}
        />
      </FormFrame>
    </FormModal>
  );
}
