import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ManagedTeam } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { QuotaField } from '../../ui/forms/quota-field.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';

/** Adds to or subtracts from a team's balance, with a reason for the audit log. */
export function CreditForm({ team, close }: { team: ManagedTeam; close: () => void }) {
  const { t } = useTranslation();
  const [key] = useState(createIdempotencyKey);
  const credit = useEndpointMutation(calls.creditTeam, [calls.listTeams]);
  const form = useForm({ initialValues: { quota: '' as number | string, reason: '' } });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit(({ quota, reason }) =>
    credit.mutate(
      {
        params: { id: team.id },
        body: { quota: Number(quota), reason, idempotency_key: `${key}-${quota}` },
      },
      {
        onSuccess: () => {
          toastSuccess(t('team.manage.credited'));
          close();
        },
        onError: (error) => form.setFieldError('quota', error.message),
      },
    ),
  );
  return (
    <FormModal title={`${t('team.manage.credit')}: ${team.name}`} size="md" leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('team.manage.credit')}
        busy={credit.isPending}
        leave={leave}
      >
        <QuotaField
          data-autofocus
          label={t('team.amount')}
          {...form.getInputProps('quota')}
          hint={t('team.manage.creditHint')}
        />
        <TextInput
          label={t('team.manage.reason')}
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      </FormFrame>
    </FormModal>
  );
}
