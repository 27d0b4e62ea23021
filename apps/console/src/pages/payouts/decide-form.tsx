import { Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Payout, payoutNote } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';

export interface Decision {
  payout: Payout;
  outcome: 'settle' | 'refuse';
}

/** Closes a payout with a note: the payment's reference, or the reason for refusing it. */
export function DecideForm({ decision, close }: { decision: Decision; close: () => void }) {
  const { t } = useTranslation();
  const { payout, outcome } = decision;
  const settles = outcome === 'settle';
  const call = useEndpointMutation(settles ? calls.settlePayout : calls.refusePayout, [
    calls.listPayouts,
  ]);
  const form = useForm({
    initialValues: { note: '' },
    validate: {
      note: (note) =>
        payoutNote.safeParse(note).success ? undefined : t('errors.payout_note_invalid'),
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit((body) =>
    call.mutate(
      { params: { id: payout.id }, body },
      {
        onSuccess: () => {
          toastSuccess(t(settles ? 'agent.admin.settled' : 'agent.admin.refused'));
          close();
        },
        onError: (error) => form.setFieldError('note', error.message),
      },
    ),
  );
  return (
    <FormModal
      title={t(settles ? 'agent.admin.settle' : 'agent.admin.refuse')}
      size="md"
      leave={leave}
    >
      <FormFrame
        submit={submit}
        submitLabel={t(settles ? 'agent.admin.settle' : 'agent.admin.refuse')}
        busy={call.isPending}
        leave={leave}
      >
        <Text component="div">
          {payout.username || `#${payout.user_id}`} · <Money quota={payout.amount} exact />
        </Text>
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {payout.account}
        </Text>
        <Textarea
          data-autofocus
          label={t(settles ? 'agent.admin.settleNote' : 'agent.admin.refuseNote')}
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('note')}
        />
      </FormFrame>
    </FormModal>
  );
}
