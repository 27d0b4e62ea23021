import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '@tollgate/contract';
import { useEffect } from 'react';
import { useTranslation } from '../../texts.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { showRefusalAt } from '../../ui/forms/show-refusal-at.ts';
import { LoadedUser } from './loaded-user.tsx';
import { QuotaFields } from './quota-fields.tsx';
import { useDirtyFlag } from './use-dirty-flag.ts';
import { useSaveUser } from './use-save-user.ts';
import { checkQuota, noChange, quotaFields, type QuotaValues } from './values.ts';

/** Changes a user's balance by a difference, with a reason. */
export function QuotaForm({ user, close }: { user: User; close: () => void }) {
  const { t } = useTranslation();
  const { isDirty, setDirty } = useDirtyFlag();
  const leave = useConfirmedClose(isDirty, close);
  return (
    <FormModal title={t('users.quota.title', { name: user.username })} leave={leave}>
      <LoadedUser id={user.id}>
        {(loaded) => <Change user={loaded} setDirty={setDirty} leave={leave} close={close} />}
      </LoadedUser>
    </FormModal>
  );
}

interface ChangeProps {
  user: User;
  setDirty: (dirty: boolean) => void;
  leave: () => void;
  close: () => void;
}

function Change({ user, setDirty, leave, close }: ChangeProps) {
  const { t } = useTranslation();
  const { save, busy } = useSaveUser(user);
  const form = useForm<QuotaValues>({
    initialValues: noChange(),
    validate: (values) => checkQuota(user.quota, values, { t, required: true }),
  });
  const dirty = form.isDirty();
  useEffect(() => setDirty(dirty), [setDirty, dirty]);
  const submit = form.onSubmit((values) =>
    save(
      quotaFields(user.quota, values),
      t('users.quotaChanged', { name: user.username }),
      close,
      showRefusalAt(form, { quota_below_zero: 'change', quota_invalid: 'change' }),
    ),
  );
  return (
    <FormFrame submit={submit} submitLabel={t('users.quota.submit')} busy={busy} leave={leave}>
      <Text size="sm" c="dimmed">
        {t('users.quota.note')}
      </Text>
      <QuotaFields form={form} before={user.quota} focused />
    </FormFrame>
  );
}
