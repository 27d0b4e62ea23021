import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { calls } from 'virtual:calls';
import { IconInfoCircle } from '@tabler/icons-react';
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../lazy-part.ts';
import { useTranslation } from '../../texts.tsx';
import { useMutation } from '@tanstack/react-query';
import type { endpoints, LoginStep } from '@tollgate/contract';
import { ApiError, callForEnvelope, type Input } from '../../api/call-endpoint.ts';
import { takeLoginStep } from '../../session/login-step.ts';
import { storeNextAddress, nextQuery, readNextAddress } from '../../session/next-address.ts';
import { type StoredUser, storeUser } from '../../session/session.ts';
import { useSiteName, useStatus } from '../../status.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { HumanCheck } from '../../ui/forms/human-check/human-check.tsx';
import { useHumanCheck } from '../../ui/forms/human-check/use-human-check.ts';
import { PasswordField } from '../../ui/forms/password-field.tsx';
import { matchPage } from '../../app-shell/nav-pages.ts';
import { pages } from '../index.ts';
import { LoginProblem } from './login-problem.tsx';
import { PasskeyButton, useOffersPasskeys } from './passkey-button.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { PasswordlessLogins } from './passwordless-logins.tsx';
import { useStoreReferralCodes } from './stored-referral-codes.ts';

// Most people have no second factor, and visitors wait for what this page loads.
const SecondStep = lazyPart(async () => ({
  default: (await import('./second-step.tsx')).SecondStep,
}));

/** Log in with username or e-mail and password. */
export function LoginPage() {
  const { t } = useTranslation();
  const site = useSiteName();
  const status = useStatus();
  const search = useSearch({ strict: false }) as { expired?: string; next?: string };
  const next = readNextAddress(search.next);
  const enter = useEnter(next);
  const [step, setStep] = useState<LoginStep | undefined>(takeLoginStep);
  const { username, password, problem, setProblem, submit, isPending, check } = useLogin({
    enter,
    setStep,
  });
  useEffect(() => storeNextAddress(next), [next]);
  useStoreReferralCodes();
  const offersPasskeys = useOffersPasskeys();
  if (step)
    return (
      <Suspense fallback={null}>
        <SecondStep step={step} done={enter} back={() => setStep(undefined)} />
      </Suspense>
    );
  return (
    <SignInFrame
      title={t('login.title', { name: site })}
      note={<NextPage next={next} />}
      problem={problem}
      submit={submit}
      before={
        <PasswordlessLogins
          or={t('login.orPassword')}
          first={offersPasskeys ? <PasskeyButton done={enter} failed={setProblem} /> : null}
        />
      }
      after={
        <>
          {status.data?.register === false ? null : (
            <Text size="sm" ta="center" mt="lg" c="dimmed">
              {t('login.newHere')}{' '}
              <Anchor
                component={Link}
                to={pages.register.path}
                search={nextQuery(next) as never}
                size="sm"
                underline="always"
              >
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
        autoFocus={username.value === ''}
      />
      <div className="password-field">
        <PasswordField
          label={t('login.password')}
          name="password"
          autoComplete="current-password"
          {...password}
          autoFocus={username.value !== ''}
        />
        <Anchor component={Link} to={pages.reset.path} size="sm" className="touch-target">
          {t('login.forgot')}
        </Anchor>
      </div>
      <HumanCheck check={check} />
      <Button
        type="submit"
        size="md"
        loading={isPending}
        fullWidth
        // Only one primary button: the passkey's, if available.
        variant={offersPasskeys ? 'default' : 'filled'}
      >
        {t('login.submit')}
      </Button>
    </SignInFrame>
  );
}

/** Names the page to continue to, if a link led here. */
function NextPage({ next }: { next: string | undefined }) {
  const { t } = useTranslation();
  const page = next === undefined ? undefined : matchPage(next.split(/[?#]/)[0] ?? '');
  return page ? t('login.goOn', { page: t(`shell.pages.${page.title}`) }) : null;
}

/** Stores the signed-in user and continues to the next page. */
function useEnter(next: string | undefined) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (user: StoredUser) => {
    storeUser(user);
    toastSuccess(t('login.success'));
    const state = { defaultCredentials: user.default_credentials } as never;
    if (next === undefined) void navigate({ to: pages.apiKeys.path, state });
    else void navigate({ href: next, state });
  };
}

function useLogin({
  enter,
  setStep,
}: {
  enter: (user: StoredUser) => void;
  setStep: (step: LoginStep) => void;
}) {
  const { t } = useTranslation();
  const check = useHumanCheck();
  // After a registration only the password is missing.
  const { state } = useLocation() as { state: { username?: string } };
  const [username, setUsername] = useState(state.username ?? '');
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<ReactNode>(undefined);
  const login = useMutation({
    mutationFn: (input: Input<(typeof endpoints)['login']>) => callForEnvelope(calls.login, input),
  });
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
        onError: (error) =>
          setProblem(error instanceof ApiError ? <LoginProblem error={error} /> : error.message),
        onSuccess: ({ data: user, second_factor: step }) => {
          if (user) enter(user);
          else if (step) setStep(step);
        },
      },
    );
  };
  return {
    username: { value: username, onChange: valueOf(setUsername) },
    password: { value: password, onChange: valueOf(setPassword) },
    problem,
    setProblem,
    submit,
    isPending: login.isPending,
    check,
  };
}

const valueOf = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) =>
  set(event.currentTarget.value);
