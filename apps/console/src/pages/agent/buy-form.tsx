import { NumberInput, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import {
  type OwnAgent,
  REDEMPTION_NAME_LENGTH_MAX,
  REDEMPTION_QUOTA_DEFAULT,
  REDEMPTIONS_AT_ONCE_MAX,
} from '@tollgate/contract';
import { formatQuotaExactly } from '@tollgate/pricing';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../status.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { QuotaField } from '../../ui/forms/quota-field.tsx';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { priceOfCodes } from './price-of-codes.ts';

interface BuyFormProps {
  agent: OwnAgent;
  close: () => void;
  bought: (made: { codes: readonly string[]; quota: number }) => void;
}

/** Buys codes from the agent's own balance. An idempotency key makes a retry after a lost response safe. */
export function BuyForm({ agent, close, bought }: BuyFormProps) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const [key] = useState(createIdempotencyKey);
  const purchase = useEndpointMutation(calls.buyCodes, [
    calls.listOwnCodes,
    calls.getOwnAgent,
    calls.getSelf,
  ]);
  const form = useForm({
    initialValues: {
      name: '',
      quota: REDEMPTION_QUOTA_DEFAULT as number | string,
      count: 1 as number | string,
    },
    validate: {
      quota: (quota) => (Number(quota) >= 1 ? undefined : t('errors.redemption_quota_invalid')),
      count: (count) =>
        Number(count) >= 1 && Number(count) <= REDEMPTIONS_AT_ONCE_MAX
          ? undefined
          : t('errors.redemption_count_min'),
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const quota = Number(form.values.quota) || 0;
  const count = Number(form.values.count) || 0;
  const cost = priceOfCodes(quota, count, agent.discount_percent);
  const price = formatQuotaExactly(cost, display);
  const available = formatQuotaExactly(agent.code_funds, display);
  const submit = form.onSubmit(({ name }) =>
    purchase.mutate(
      {
        body: {
          ...(name.trim() === '' ? {} : { name }),
          quota,
          count,
          idempotency_key: `${key}-${quota}-${count}`,
        },
      },
      {
        onSuccess: (codes) => {
          toastSuccess(t('agent.codes.bought'));
          close();
          bought({ codes, quota });
        },
        onError: showRefusalAt(form, {
          redemption_name_length: 'name',
          name_unreadable: 'name',
          redemption_quota_invalid: 'quota',
          codes_too_dear: 'quota',
          code_funds_too_small: 'quota',
        }),
      },
    ),
  );
  return (
    <FormModal title={t('agent.codes.buy')} size="md" leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('agent.codes.submit')}
        busy={purchase.isPending}
        leave={leave}
      >
        <TextInput
          data-autofocus
          label={t('agent.codes.name')}
          maxLength={REDEMPTION_NAME_LENGTH_MAX}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <QuotaField label={t('agent.codes.quota')} {...form.getInputProps('quota')} />
        <NumberInput
          label={t('agent.codes.count')}
          allowDecimal={false}
          min={1}
          max={REDEMPTIONS_AT_ONCE_MAX}
          {...form.getInputProps('count')}
        />
        <Text fw={500}>{t('agent.codes.total', { price })}</Text>
        {cost > agent.code_funds ? (
          <Text c="red" size="sm" role="status">
            {t('errors.code_funds_too_small', { available })}
          </Text>
        ) : null}
      </FormFrame>
    </FormModal>
  );
}
