import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OwnAgent } from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { MoneyInput } from '../../ui/forms/money-input.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { AGENT_READS } from './agent-reads.ts';

const ACCOUNT_LENGTH_MIN = 3;

/** Requests a payout of earnings. An idempotency key makes a retry after a lost response safe. */
export function PayoutForm({ agent, close }: { agent: OwnAgent; close: () => void }) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const formatAmount = (quota: number) => formatQuotaExactly(quota, display);
  const [key] = useState(createIdempotencyKey);
  const minimum = Math.max(1, agent.payout_minimum);
  const { available } = agent;
  const request = useEndpointMutation(calls.requestPayout, AGENT_READS);
  const form = useForm({
    initialValues: { amount: available as number | string, account: '' },
    validate: {
      amount: (typed) => {
        const amount = Number(typed);
        if (!Number.isSafeInteger(amount) || amount < minimum)
          return t('errors.payout_too_small', { minimum: formatAmount(minimum) });
        return amount > available
          ? t('errors.payout_too_large', { available: formatAmount(available) })
          : undefined;
      },
      account: (text) =>
        text.trim().length < ACCOUNT_LENGTH_MIN ? t('errors.payout_account_invalid') : undefined,
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit(({ amount, account }) =>
    request.mutate(
      { body: { amount: Number(amount), account, idempotency_key: `${key}-${amount}` } },
      {
        onSuccess: () => {
          toastSuccess(t('agent.payouts.requested'));
          close();
        },
        onError: (error) =>
          form.setFieldError(
            error.code === 'payout_account_invalid' ? 'account' : 'amount',
            error.message,
          ),
      },
    ),
  );
  return (
    <FormModal title={t('agent.payouts.request')} size="md" leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('agent.payouts.submit')}
        busy={request.isPending}
        leave={leave}
      >
        <MoneyInput
          data-autofocus
          label={t('agent.payouts.amount')}
          hint={t('agent.payouts.amountHint', { minimum: formatAmount(minimum) })}
          allowNegative={false}
          {...form.getInputProps('amount')}
        />
        <Textarea
          label={t('agent.payouts.account')}
          description={t('agent.payouts.accountHint')}
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('account')}
        />
      </FormFrame>
    </FormModal>
  );
}
