import { Button, Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { emailField, type User } from '@tollgate/contract';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../../ui/forms/form-frame.tsx';
import { FormModal, useConfirmedClose } from '../../../ui/forms/unsaved-changes.tsx';
import { HumanCheck } from '../../../ui/forms/human-check/human-check.tsx';
import { useHumanCheck } from '../../../ui/forms/human-check/use-human-check.ts';
import { validationMessage } from '../../../ui/forms/validation-message.ts';
import { isAboutEmail, useEmailCode } from '../../register/use-email-code.ts';

/** Sets the user's e-mail address, verified by a code sent to it. */
export function EmailDialog({ user, close }: { user: User; close: () => void }) {
  const { t } = useTranslation();
  const bind = useEndpointMutation(calls.bindEmail, [calls.getSelf]);
  const check = useHumanCheck();
  const form = useForm({
    initialValues: { email: '', code: '' },
    validate: {
      email: (email) =>
        email.trim() === ''
          ? t('registration.emailRequired')
          : validationMessage(emailField, email, t),
      code: (code) => (code.trim() === '' ? t('registration.codeRequired') : null),
    },
  });
  const showAt = (field: 'email' | 'code', problem: string | undefined) => {
    form.setFieldError(field, problem);
    if (problem !== undefined) form.getInputNode(field)?.focus();
  };
  const code = useEmailCode(form.values.email, check, {
    showEmailProblem: (problem) => showAt('email', problem),
    showProblem: (problem) => showAt('email', problem),
    focusCode: () => form.getInputNode('code')?.focus(),
  });
  const leave = useConfirmedClose(() => form.isDirty(), close);
  const submit = form.onSubmit((query) =>
    bind.mutate(
      { query: { email: query.email.trim(), code: query.code.trim() } },
      {
        onSuccess: () => {
          toastSuccess(t('personal.email.done'));
          close();
        },
        onError: (error) => showAt(isAboutEmail(error) ? 'email' : 'code', error.message),
      },
    ),
  );
  const action = t(user.email === '' ? 'personal.email.bind' : 'personal.email.change');
  return (
    <FormModal title={action} size="md" leave={leave}>
      <FormFrame submit={submit} submitLabel={action} busy={bind.isPending} leave={leave}>
        <Group align="flex-start" gap="xs" wrap="nowrap">
          <TextInput
            data-autofocus
            flex={1}
            miw={0}
            type="email"
            label={t('registration.email')}
            autoComplete="email"
            {...form.getInputProps('email')}
          />
          <Button
            mt={23}
            variant="default"
            loading={code.isPending}
            disabled={code.isWaiting}
            onClick={code.send}
          >
            {code.label}
          </Button>
        </Group>
        <TextInput
          label={t('registration.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          {...form.getInputProps('code')}
        />
        <HumanCheck check={check} />
      </FormFrame>
    </FormModal>
  );
}
