import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatQuotaExactly } from '@tollgate/pricing';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../../status.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../../ui/forms/form-frame.tsx';
import { MoneyInput } from '../../../ui/forms/money-input.tsx';
import { FormModal, useConfirmedClose } from '../../../ui/forms/unsaved-changes.tsx';
import { Money } from '../../../ui/display/money.tsx';
import { parseWholeNumber } from '../../../ui/format/parse-whole-number.ts';

/** Transfers earnings to the balance. An idempotency key makes a retry after a lost response safe. */
export function TransferDialog({ available, close }: { available: number; close: () => void }) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const formatAmount = (quota: number) => formatQuotaExactly(quota, display);
  const minimum = display.quotaPerUnit;
  const [key] = useState(() => crypto.getRandomValues(new Uint32Array(4)).join('-'));
  const transfer = useEndpointMutation(calls.transferEarnings, [calls.getSelf]);
  const form = useForm({
    initialValues: { quota: available as number | string },
    validate: {
      quota: (typed) => {
        const quota = parseWholeNumber(typed, 0);
        if (quota === undefined || quota < minimum)
          return t('errors.transfer_too_small', { minimum: formatAmount(minimum) });
        return quota > available
          ? t('errors.transfer_too_large', { available: formatAmount(available) })
          : undefined;
      },
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit(({ quota }) =>
    transfer.mutate(
      { body: { quota: Number(quota), idempotency_key: `${key}-${quota}` } },
      {
        onSuccess: () => {
          toastSuccess(t('personal.transfer.done'));
          close();
        },
        onError: (error) => form.setFieldError('quota', error.message),
      },
    ),
  );
  return (
    <FormModal title={t('personal.transfer.action')} size="md" leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('personal.transfer.submit')}
        busy={transfer.isPending}
        leave={leave}
      >
        <Text component="div">
          {t('personal.invitation.pending')} <Money quota={available} />
        </Text>
        <MoneyInput
          data-autofocus
          label={t('personal.transfer.quota')}
          hint={t('personal.transfer.hint', { minimum: formatAmount(minimum) })}
          allowNegative={false}
          {...form.getInputProps('quota')}
        />
      </FormFrame>
    </FormModal>
  );
}
