import { Alert, Anchor, Group, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { nextQuery } from '../../session/next-address.ts';
import { useSiteName } from '../../status.ts';
import { LoginProviderButtons } from '../../ui/login-providers/login-provider-buttons.tsx';
import { pages } from '../index.ts';
import { SignInFrame } from '../login/sign-in-frame.tsx';
import { PasswordlessLogins } from '../login/passwordless-logins.tsx';
import { useStoreReferralCodes } from '../login/stored-referral-codes.ts';
import { PasswordFields } from './password-fields.tsx';
import { useRegistration } from './use-registration.ts';

/** Create an account with a password or a login provider, as far as the server allows. */
export function RegisterPage() {
  const { t } = useTranslation();
  const site = useSiteName();
  const form = useRegistration();
  useStoreReferralCodes();
  return (
    <SignInFrame
      title={t('registration.title', { name: site })}
      problem={form.problem}
      submit={form.submit}
      before={form.byPassword ? <PasswordlessLogins or={t('registration.orForm')} /> : null}
      after={<HaveAccount next={form.next} />}
    >
      {form.isOff ? <Alert color="yellow">{t('registration.off')}</Alert> : null}
      {form.withCode && !form.isOff ? (
        <TextInput
          label={t('registration.registrationCode')}
          description={t('registration.registrationCodeHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('registration_code')}
        />
      ) : null}
      {form.byPassword ? <PasswordFields form={form} /> : null}
      {form.byPassword || form.isOff ? null : <LoginProviderButtons />}
    </SignInFrame>
  );
}

function HaveAccount({ next }: { next: string | undefined }) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" justify="center" mt="md">
      <Text size="sm" c="dimmed">
        {t('registration.haveAccount')}
      </Text>
      <Anchor
        component={Link}
        to={pages.login.path}
        search={nextQuery(next) as never}
        size="sm"
        className="touch-target"
      >
        {t('login.submit')}
      </Anchor>
    </Group>
  );
}
