import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { displayNameField, type User, usernameField } from '@tollgate/contract';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { renameStoredUser } from '../../../session/session.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../../ui/forms/form-frame.tsx';
import { FormModal, useConfirmedClose } from '../../../ui/forms/unsaved-changes.tsx';
import { validationMessage } from '../../../ui/forms/validation-message.ts';

/** Changes the user's own names. */
export function ProfileDialog({ user, close }: { user: User; close: () => void }) {
  const { t } = useTranslation();
  const save = useEndpointMutation(calls.updateSelf, [calls.getSelf]);
  const form = useForm({
    initialValues: { username: user.username, display_name: user.display_name },
    validate: {
      username: (text) => validationMessage(usernameField, text, t),
      display_name: (text) => validationMessage(displayNameField, text, t),
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit((values) => {
    const names = {
      username: values.username.trim(),
      display_name: values.display_name.trim(),
    };
    save.mutate(
      { body: names },
      {
        onSuccess: () => {
          renameStoredUser(names);
          toastSuccess(t('ui.saved'));
          close();
        },
        onError: (error) => form.setFieldError('username', error.message),
      },
    );
  });
  return (
    <FormModal title={t('personal.profile.action')} size="md" leave={leave}>
      <FormFrame submit={submit} submitLabel={t('ui.save')} busy={save.isPending} leave={leave}>
        <TextInput
          data-autofocus
          label={t('personal.account.username')}
          description={t('personal.profile.usernameHint')}
          autoComplete="username"
          {...form.getInputProps('username')}
        />
        <TextInput
          label={t('personal.account.displayName')}
          description={t('personal.profile.displayNameHint')}
          autoComplete="nickname"
          {...form.getInputProps('display_name')}
        />
      </FormFrame>
    </FormModal>
  );
}
