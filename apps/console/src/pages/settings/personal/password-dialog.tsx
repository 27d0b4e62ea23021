import { VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import { passwordField, type Security } from '@tollgate/contract';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../../ui/forms/form-frame.tsx';
import { PasswordField } from '../../../ui/forms/password-field.tsx';
import { FormModal, useConfirmedClose } from '../../../ui/forms/unsaved-changes.tsx';
import { validationMessage } from '../../../ui/forms/validation-message.ts';

interface PasswordDialogProps {
  username: string;
  security: Pick<Security, 'has_password' | 'is_current_password_required'>;
  close: () => void;
}

/** Changes the user's password, confirmed with the current one, or sets the first. */
export function PasswordDialog({ username, security, close }: PasswordDialogProps) {
  const { t } = useTranslation();
  const { has_password: hasPassword, is_current_password_required: isRequired } = security;
  const action = t(hasPassword ? 'personal.password.action' : 'personal.password.set');
  const save = useEndpointMutation(calls.updateSelf, [calls.getSecurity]);
  const form = useForm({
    initialValues: { original: '', password: '', repeated: '' },
    validate: {
      original: (text) =>
        isRequired && text === '' ? t('personal.password.originalRequired') : undefined,
      password: (text) => validationMessage(passwordField, text, t),
      repeated: (text, { password }) =>
        text === password ? undefined : t('personal.password.mismatch'),
    },
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit(({ original, password }) =>
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
  );
  return (
    <FormModal title={action} size="md" leave={leave}>
      <FormFrame submit={submit} submitLabel={action} busy={save.isPending} leave={leave}>
        {/* For password managers, which store the new password under this username. */}
        <VisuallyHidden aria-hidden>
          <input autoComplete="username" value={username} readOnly tabIndex={-1} />
        </VisuallyHidden>
        {hasPassword ? (
          <PasswordField
            data-autofocus
            label={t('personal.password.original')}
            description={isRequired ? undefined : t('personal.password.originalOptional')}
            autoComplete="current-password"
            {...form.getInputProps('original')}
          />
        ) : null}
        <PasswordField
          data-autofocus={hasPassword ? undefined : true}
          label={t('personal.password.new')}
          description={t('personal.password.hint')}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <PasswordField
          label={t('personal.password.repeat')}
          autoComplete="new-password"
          {...form.getInputProps('repeated')}
        />
      </FormFrame>
    </FormModal>
  );
}
