import { Button, Group, TextInput } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { HumanCheck } from '../../ui/forms/human-check/human-check.tsx';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { useEmailCode } from './use-email-code.ts';
import type { useRegistration } from './use-registration.ts';

/** The fields of an account with a password, including an e-mail address if the server requires one. */
export function PasswordFields({ form }: { form: ReturnType<typeof useRegistration> }) {
  const { t } = useTranslation();
  const code = useEmailCode(form.email, form.check, form.codeForm);
  return (
    <>
      <TextInput
        label={t('registration.username')}
        description={t('registration.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
        autoFocus
      />
      <PasswordField
        label={t('login.password')}
        description={t('registration.passwordHint')}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordField
        label={t('registration.password2')}
        autoComplete="new-password"
        {...form.field('password2')}
      />
      {form.withEmail ? (
        <>
          <Group align="flex-end" gap="xs" wrap="nowrap">
            <TextInput
              label={t('registration.email')}
              type="email"
              autoComplete="email"
              flex={1}
              miw={0}
              {...form.field('email')}
            />
            <Button
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
            {...form.field('verification_code')}
          />
        </>
      ) : null}
      <HumanCheck check={form.check} />
      <Button type="submit" size="md" loading={form.isPending} fullWidth>
        {t('registration.submit')}
      </Button>
    </>
  );
}
