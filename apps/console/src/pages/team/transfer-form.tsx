import { useForm } from '@mantine/form';
import type { Team } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { QuotaField } from '../../ui/forms/quota-field.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { TEAM_READS } from './team-reads.ts';

export type Way = 'deposit' | 'withdraw';

/**
 * Transfers between the user's own balance and a team's. An idempotency key makes a retry after a lost
 * response safe.
 */
export function TransferForm({ team, way, close }: { team: Team; way: Way; close: () => void }) {
  const { t } = useTranslation();
  const [key] = useState(createIdempotencyKey);
  const call = useEndpointMutation(
    way === 'deposit' ? calls.depositToTeam : calls.withdrawFromTeam,
    [...TEAM_READS, calls.getSelf],
  );
  const form = useForm({
    initialValues: { quota: '' as number | string },
    validate: {
      quota: (typed) =>
        Number.isSafeInteger(Number(typed)) && Number(typed) > 0
          ? undefined
          : t('team.amountInvalid'),
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit(({ quota }) =>
    call.mutate(
      {
        params: { id: team.id },
        body: { quota: Number(quota), idempotency_key: `${key}-${quota}` },
      },
      {
        onSuccess: () => {
          toastSuccess(t(`team.${way}.done`));
          close();
        },
        onError: (error) => form.setFieldError('quota', error.message),
      },
    ),
  );
  return (
    <FormModal title={t(`team.${way}.title`)} size="md" leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t(`team.${way}.title`)}
        busy={call.isPending}
        leave={leave}
      >
        <QuotaField
          data-autofocus
          label={t('team.amount')}
          allowNegative={false}
          {...form.getInputProps('quota')}
          hint={t(`team.${way}.hint`)}
        />
      </FormFrame>
    </FormModal>
  );
}
