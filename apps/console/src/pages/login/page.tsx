import { Alert, Anchor, Button, PasswordInput, Text, TextInput } from '@mantine/core';
import { calls } from 'virtual:calls';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { keepNextAddress, readNextAddress } from '../../session/next-address.ts';
import { storeUser } from '../../session/session.ts';
import { useSiteName, useStatus } from '../../status.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { HumanCheck } from '../../ui/forms/human-check/human-check.tsx';
import { useHumanCheck } from '../../ui/forms/human-check/use-human-check.ts';
import { LoginProviderButtons } from '../../ui/login-providers/login-provider-buttons.tsx';
import { matchPage } from '../../app-shell/nav-pages.ts';
import { pages } from '../index.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { useKeptReferral } from './use-kept-referral.ts';

/** Sign in with username or e-mail and password. */
export function LoginPage() {
  const { t } = useTranslation();
  const site = useSiteName();
  const status = useStatus();
  const search = useSearch({ strict: false }) as { expired?: string; next?: string };
  const next = readNextAddress(search.next);
  const { username, password, problem, submit, isPending, check } = useLogin(next);
  useEffect(() => keepNextAddress(next), [next]);
  useKeptReferral();
  return (
    <SignInFrame
      title={t('login.title', { name: site })}
      note={<NextPage next={next} />}
      problem={problem}
      submit={submit}
      after={
        <>
          <LoginProviderButtons />
          {status.data?.register === false ? null : (
            <Text size="sm" ta="center" mt="lg" c="dimmed">
              {t('login.newHere')}{' '}
              <Anchor component={Link} to={pages.register.path} size="sm" underline="always">
                {t('login.register')}
              </Anchor>
            </Text>
          )}
        </>
      }
    >
      {search.expired === 'true' ? (
        <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
          {t('login.expired')}
        </Alert>
      ) : null}
      {status.data?.password_login === false ? (
        <Alert color="yellow">{t('login.passwordOff')}</Alert>
      ) : null}
      <TextInput
        label={t('login.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...username}
        autoFocus
      />
      <div className="password-field">
        <PasswordInput
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          {...password}
        />
        <Anchor component={Link} to={pages.reset.path} size="sm">
          {t('login.forgot')}
        </Anchor>
      </div>
      <HumanCheck check={check} />
      <Button type="submit" size="md" loading={isPending} fullWidth>
        {t('login.submit')}
      </Button>
    </SignInFrame>
  );
}

/** Says where one goes on to, where a link led here. */
function NextPage({ next }: { next: string | undefined }) {
  const { t } = useTranslation();
  const page = next === undefined ? undefined : matchPage(next.split(/[?#]/)[0] ?? '');
  return page ? t('login.goOn', { page: t(`shell.pages.${page.title}`) }) : null;
}

function useLogin(next: string | undefined) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const check = useHumanCheck();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const login = useEndpointMutation(calls.login);
  const submit = (event: { preventDefault(): void; currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    const empty = username.trim() === '' ? 'username' : password === '' ? 'password' : undefined;
    setProblem(empty ? t('login.required') : undefined);
    if (empty) return event.currentTarget.querySelector<HTMLElement>(`[name="${empty}"]`)?.focus();
    const query = check.query();
    if (!query) return setProblem(t('registration.human.wait'));
    login.mutate(
      { query, body: { username, password } },
      {
        onSettled: check.renew,
        onError: (error) => setProblem(error.message),
        onSuccess: (user) => {
          storeUser(user);
          toastSuccess(t('login.success'));
          const state = { defaultCredentials: user.default_credentials } as never;
          if (next === undefined) void navigate({ to: pages.apiKeys.path, state });
          else void navigate({ href: next, state });
        },
      },
    );
  };
  return {
    username: { value: username, onChange: valueOf(setUsername) },
    password: { value: password, onChange: valueOf(setPassword) },
    problem,
    submit,
    isPending: login.isPending,
    check,
  };
}

const valueOf = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) =>
  set(event.currentTarget.value);
