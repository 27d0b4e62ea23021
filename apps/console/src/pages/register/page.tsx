import { Alert, Anchor, Button, Group, PasswordInput, Text, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { nextQuery } from '../../session/next-address.ts';
import { useSiteName } from '../../status.ts';
import { HumanCheck } from '../../ui/forms/human-check/human-check.tsx';
import { pages } from '../index.ts';
import { SignInFrame } from '../login/sign-in-frame.tsx';
import { WaysIn } from '../login/ways-in.tsx';
import { useKeptReferral } from '../login/use-kept-referral.ts';
import { useEmailCode } from './use-email-code.ts';
import { useRegistration } from './use-registration.ts';

/** Make an account, with an e-mail address where the server wants one. */
export function RegisterPage() {
  const { t } = useTranslation();
  const site = useSiteName();
  const form = useRegistration();
  const code = useEmailCode(form.check, form.tell);
  useKeptReferral();
  return (
    <SignInFrame
      title={t('registration.title', { name: site })}
      problem={form.problem}
      submit={form.submit}
      before={form.isOff ? null : <WaysIn or={t('registration.orForm')} />}
    >
      {form.isOff ? <Alert color="yellow">{t('registration.off')}</Alert> : null}
      {form.withCode ? (
        <TextInput
          label={t('registration.registrationCode')}
          description={t('registration.registrationCodeHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('registration_code')}
        />
      ) : null}
      <TextInput
        label={t('registration.username')}
        description={t('registration.usernameHint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
        autoFocus
      />
      <PasswordInput
        label={t('login.password')}
        description={t('registration.passwordHint')}
        autoComplete="new-password"
        {...form.field('password')}
      />
      <PasswordInput
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
              onClick={() => code.send(form.email)}
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
      <Group gap="xs" justify="center">
        <Text size="sm" c="dimmed">
          {t('registration.haveAccount')}
        </Text>
        <Anchor
          component={Link}
          to={pages.login.path}
          search={nextQuery(form.next) as never}
          size="sm"
          className="touch-target"
        >
          {t('login.submit')}
        </Anchor>
      </Group>
    </SignInFrame>
  );
}
