import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal, useGuardedClose } from '../../ui/guarded-modal.tsx';
import { FormFrame } from './form-frame.tsx';
import { LoadedUser } from './loaded-user.tsx';
import { QuotaFields } from './quota-fields.tsx';
import { useSaveUser } from './use-save-user.ts';
import { checkQuota, quotaFields, type QuotaValues } from './values.ts';

/** Changes the balance of a user by a difference, with its reason. */
export function QuotaForm({ user, close }: { user: User; close: () => void }) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const leave = useGuardedClose(dirty, close);
  return (
    <FormModal title={t('users.quota.title', { name: user.username })} leave={leave} size="md">
      <LoadedUser id={user.id}>
        {(loaded) => <Change user={loaded} noteDirty={setDirty} leave={leave} close={close} />}
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
    initialValues: { change: '', reason: '' },
    onValuesChange: () => noteDirty(form.isDirty()),
    validate: (values) => checkQuota(user.quota, values, { t, required: true }),
  });
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
      <QuotaFields form={form} before={user.quota} />
    </FormFrame>
  );
}
