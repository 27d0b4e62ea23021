import { PasswordInput, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordField } from '@tollgate/contract';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../../ui/forms/form-frame.tsx';
import { FormModal, useConfirmedClose } from '../../../ui/forms/unsaved-changes.tsx';
import { validationMessage } from '../../../ui/forms/validation-message.ts';

/** Changes the own password; the present one is checked where it is given. */
export function PasswordDialog({ username, close }: { username: string; close: () => void }) {
  const { t } = useTranslation();
  const save = useEndpointMutation(calls.updateSelf);
  const form = useForm({
    initialValues: { original: '', password: '', repeated: '' },
    validate: {
      password: (text) => validationMessage(passwordField, text, t),
      repeated: (text, { password }) =>
        text === password ? undefined : t('personal.password.mismatch'),
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit(
    ({ original, password }) =>
      save.mutate(
        { body: { password, ...(original === '' ? {} : { original_password: original }) } },
        {
          onSuccess: () => {
            toastSuccess(t('personal.password.done'));
            close();
          },
          onError: (error) =>
            form.setFieldError(
              error.code === 'original_password_wrong' ? 'original' : 'password',
              error.message,
            ),
        },
      ),
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <FormModal title={t('personal.password.action')} size="md" leave={leave}>
      <FormFrame
        submit={submit}
        submitLabel={t('personal.password.action')}
        busy={save.isPending}
        leave={leave}
        leaveLabel={t('ui.cancel')}
      >
        {/* For password managers, which keep the new one under this name. */}
        <VisuallyHidden aria-hidden>
          <input autoComplete="username" value={username} readOnly tabIndex={-1} />
        </VisuallyHidden>
        <PasswordInput
          data-autofocus
          label={t('personal.password.original')}
          description={t('personal.password.originalHint')}
          autoComplete="current-password"
          {...form.getInputProps('original')}
        />
        <PasswordInput
          label={t('personal.password.new')}
          description={t('personal.password.hint')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label={t('personal.password.repeat')}
          autoComplete="new-password"
          {...form.getInputProps('repeated')}
        />
      </FormFrame>
    </FormModal>
  );
}
