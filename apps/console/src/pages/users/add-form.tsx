import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { FormModal, useConfirmedClose } from '../../ui/forms/unsaved-changes.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { USER_LISTS } from './use-user-actions.ts';
import { checkNewUser, type NewUserValues } from './values.ts';

/** Asks for what a new user needs; all else is edited afterwards. */
export function AddUserForm({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const form = useForm<NewUserValues>({
    initialValues: { username: '', displayName: '', password: '' },
    validate: (values) => checkNewUser(values, t),
  });
  const leave = useConfirmedClose(form.isDirty(), close);
  const create = useEndpointMutation(calls.createUser, USER_LISTS);
  const submit = form.onSubmit(
    ({ username, displayName, password }) =>
      create.mutate(
        { body: { username: username.trim(), display_name: displayName.trim(), password } },
        {
          onSuccess: (user) => {
            toastSuccess(t('users.created', { name: user.username }));
            close();
          },
          onError: toastError,
        },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <FormModal title={t('users.form.create')} leave={leave} size="md">
      <FormFrame
        submit={submit}
        submitLabel={t('users.form.submit')}
        busy={create.isPending}
        leaveLabel={t('ui.cancel')}
        leave={leave}
      >
        <TextInput
          label={t('users.form.username')}
          description={t('users.form.usernameHint')}
          withAsterisk
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('users.form.displayName')}
          description={t('users.form.displayNameNewHint')}
          autoComplete="off"
          {...form.getInputProps('displayName')}
        />
        <PasswordInput
          label={t('users.form.password')}
          description={t('users.form.passwordHint')}
          placeholder={t('users.form.passwordPlaceholder')}
          withAsterisk
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
      </FormFrame>
    </FormModal>
  );
}
