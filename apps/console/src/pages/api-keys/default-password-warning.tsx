import { Modal, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FACTORY_PASSWORD, passwordField } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../ui/forms/form-frame.tsx';
import { HINT_SAYS_WHY } from '../../ui/forms/hint-says-why.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';

/** Warns a user who logged in with the default password, and lets them change it right there. */
export function DefaultPasswordWarning({
  close,
  changed,
}: {
  close: () => void;
  changed: () => void;
}) {
  const { t } = useTranslation();
  const save = useEndpointMutation(calls.updateSelf, [calls.getOnboarding]);
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      // The server treats an empty password as no change.
      password: (text) => (passwordField.safeParse(text).success ? null : HINT_SAYS_WHY),
    },
  });
  const submit = form.onSubmit(({ password }) =>
    save.mutate(
      { body: { password, original_password: FACTORY_PASSWORD } },
      {
        onSuccess: () => {
          toastSuccess(t('login.factory.done'));
          changed();
        },
        onError: (error) => form.setFieldError('password', error.message),
      },
    ),
  );
  return (
    <Modal
      opened
      onClose={close}
      title={t('login.factory.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <FormFrame
        submit={submit}
        submitLabel={t('login.factory.save')}
        busy={save.isPending}
        leave={close}
        leaveLabel={t('login.factory.later')}
      >
        <Text>{t('login.factory.text')}</Text>
        <PasswordField
          label={t('login.factory.new')}
          description={t('login.factory.hint')}
          autoComplete="new-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
      </FormFrame>
    </Modal>
  );
}
