import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '@tollgate/contract';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal, useGuardedClose } from '../../ui/guarded-modal.tsx';
import { FormFrame } from '../../ui/form-frame.tsx';
import { LoadedUser } from './loaded-user.tsx';
import { QuotaFields } from './quota-fields.tsx';
import { useDirtyNote } from './use-dirty-note.ts';
import { useSaveUser } from './use-save-user.ts';
import { checkQuota, noChange, quotaFields, type QuotaValues } from './values.ts';

/** Changes the balance of a user by a difference, with its reason. */
export function QuotaForm({ user, close }: { user: User; close: () => void }) {
  const { t } = useTranslation();
  const { isDirty, noteDirty } = useDirtyNote();
  const leave = useGuardedClose(isDirty, close);
  return (
    <FormModal title={t('users.quota.title', { name: user.username })} leave={leave}>
      <LoadedUser id={user.id}>
        {(loaded) => <Change user={loaded} noteDirty={noteDirty} leave={leave} close={close} />}
      </LoadedUser>
    </FormModal>
  );
}

interface ChangeProps {
  user: User;
  noteDirty: (dirty: boolean) => void;
  leave: () => void;
  close: () => void;
}

function Change({ user, noteDirty, leave, close }: ChangeProps) {
  const { t } = useTranslation();
  const { save, busy } = useSaveUser(user);
  const form = useForm<QuotaValues>({
    initialValues: noChange(),
    validate: (values) => checkQuota(user.quota, values, { t, required: true }),
  });
  const dirty = form.isDirty();
  useEffect(() => noteDirty(dirty), [noteDirty, dirty]);
  const submit = form.onSubmit(
    (values) =>
      save(
        quotaFields(user.quota, values),
        t('users.quotaChanged', { name: user.username }),
        close,
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <FormFrame
      submit={submit}
      submitLabel={t('users.quota.submit')}
      busy={busy}
      leaveLabel={t('ui.cancel')}
      leave={leave}
    >
      <Text size="sm" c="dimmed">
        {t('users.quota.note')}
      </Text>
      <QuotaFields form={form} before={user.quota} focused />
    </FormFrame>
  );
}
