import { Alert, Checkbox, NumberInput, TextInput } from '@mantine/core';
import {
  completionReason,
  type OrderDetail,
  refundShare,
  remainingRebate,
} from '@tollgate/contract';
import { formatQuotaExactly, smallestCents } from '@tollgate/pricing';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { ApiError } from '../../api/call-endpoint.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { toastError, toastInfo, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { formatPayment } from './format-payment.ts';
import { methodBrand } from './method-brand.ts';
import { ORDER_READS } from './use-query-provider.ts';

/** Refunds an order, or part of it, through its provider; shows all effects before it is sent. */
export function ProviderRefundForm({ order, close }: { order: OrderDetail; close: () => void }) {
  const { t, i18n } = useTranslation();
  const left = order.pay_cents - order.refunded_cents;
  // Sent again, by another click or after a lost response, it refunds nothing more.
  const [requestId] = useState(createIdempotencyKey);
  const [seenCents] = useState(order.refunded_cents);
  const [amount, setAmount] = useState<number | string>(left / 100);
  const [takesQuota, setTakesQuota] = useState(true);
  const [reason, setReason] = useState('');
  const [faults, setFaults] = useState<{ amount?: string; reason?: string }>({});
  const refund = useEndpointMutation(calls.refundAtProvider, ORDER_READS);
  const leave = useConfirmedClose(() => reason !== '', close);
  const cents = Math.round(Number(amount) * 100);
  const isPossible = amount !== '' && cents >= 1 && cents <= left;
  const money = (of: number) => formatPayment(of, order.currency, i18n.language);
  const provider = methodBrand(t, order);
  const submit = async () => {
    const found = {
      ...(isPossible ? {} : { amount: t('orders.refunding.amountFault', { left: money(left) }) }),
      ...(completionReason.safeParse(reason).success
        ? {}
        : { reason: t('errors.order_reason_invalid') }),
    };
    setFaults(found);
    if (refund.isPending || Object.keys(found).length > 0) return;
    const body = { cents, reason, take_quota: takesQuota };
    const once = { request_id: requestId, refunded_cents: seenCents };
    try {
      const { refunds } = await refund.mutateAsync({
        params: { id: order.id },
        body: { ...body, ...once },
      });
      close();
      const { state = 'failed', detail = '' } = refunds[0] ?? {};
      if (state === 'succeeded')
        return toastSuccess(t('orders.refunding.done', { amount: money(cents) }));
      if (state === 'failed')
        return toastError(new Error(t('orders.refunding.refused', { provider, reason: detail })));
      toastInfo(t('orders.refunding.waits', { provider }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'refund_amount_invalid')
        setFaults({ amount: error.message });
      else toastError(error);
    }
  };
  return (
    <FormModal title={t('orders.refunding.title', { provider })} size="md" leave={leave}>
      <FormFrame
        submit={() => void submit()}
        submitLabel={t('orders.refunding.run', { amount: money(isPossible ? cents : left) })}
        busy={refund.isPending}
        leave={leave}
      >
        <NumberInput
          data-autofocus
          label={t('orders.refunding.amount', { currency: order.currency })}
          description={
            order.refund_parts === 'whole'
              ? t('orders.refunding.whole', { provider })
              : t('orders.refunding.left', { left: money(left) })
          }
          readOnly={order.refund_parts === 'whole'}
          inputMode="decimal"
          min={0}
          decimalScale={smallestCents(order.currency) === 1 ? 2 : 0}
          allowNegative={false}
          value={amount}
          onChange={setAmount}
          error={faults.amount}
        />
        <Effects order={order} cents={isPossible ? cents : 0} takesQuota={takesQuota} />
        <Checkbox
          label={t('orders.refunding.take')}
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
          error={faults.reason}
        />
      </FormFrame>
    </FormModal>
  );
}

/** What a refund changes: the payer's money, the balance and the inviter's rebate. */
function Effects({
  order,
  cents,
  takesQuota,
}: {
  order: OrderDetail;
  cents: number;
  takesQuota: boolean;
}) {
  const { t, i18n } = useTranslation();
  const display = useQuotaDisplay();
  const quota = (of: number) => formatQuotaExactly(of, display);
  const share = refundShare(order, cents);
  const left = order.pay_cents - order.refunded_cents;
  const kept = remainingRebate(order.rebate, { pay_cents: left, refunded_cents: cents });
  const isShort = takesQuota && share > order.user_quota;
  return (
    <>
      <DescriptionList>
        <DescriptionItem name={t('orders.refunding.payer')}>
          {formatPayment(cents, order.currency, i18n.language)}
        </DescriptionItem>
        <DescriptionItem name={t('orders.refunding.balance')}>
          {takesQuota
            ? t('orders.refunding.leaves', {
                credit: quota(share),
                balance: quota(Math.max(0, order.user_quota - share)),
              })
            : t('orders.refunding.keeps')}
        </DescriptionItem>
        <DescriptionItem name={t('orders.refunding.rebate')} show={order.rebate > 0}>
          {quota(order.rebate - kept)}
        </DescriptionItem>
      </DescriptionList>
      {isShort ? (
        <Alert color="red" variant="light" icon={<IconAlertTriangle size={18} />}>
          {t('orders.refunding.short', { balance: quota(order.user_quota), credit: quota(share) })}
        </Alert>
      ) : null}
    </>
  );
}
