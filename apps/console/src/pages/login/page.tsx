import { Alert, Button, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core';
import { calls } from 'virtual:calls';
import { IconInfoCircle } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { Mark } from '../../mark.tsx';
import { storeUser } from '../../session.ts';
import { useSiteName, useStatus } from '../../status.ts';
import { toastDone } from '../../toasts.tsx';
import { pages } from '../index.ts';

/** Sign in with username or e-mail and password. */
export function LoginPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const status = useStatus();
  const search = useSearch({ strict: false }) as { expired?: string; aff?: string };
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [missing, setMissing] = useState(false);
  const fields = {
    username: useRef<HTMLInputElement>(null),
    password: useRef<HTMLInputElement>(null),
  };
  const login = useEndpointMutation(calls.login);

  useEffect(() => {
    if (search.aff) localStorage.setItem('aff', search.aff);
  }, [search.aff]);

  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    const empty = username.trim() === '' ? 'username' : password === '' ? 'password' : undefined;
    setMissing(empty !== undefined);
    if (empty) return fields[empty].current?.focus();
    login.mutate(
      { body: { username, password } },
      {
        onSuccess: (user) => {
          storeUser(user);
          toastDone(t('login.success'));
          void navigate({
            to: pages.token.path,
            state: { defaultCredentials: user.default_credentials } as never,
          });
        },
      },
    );
  };
  const problem = missing ? t('login.required') : login.error?.message;
  const site = useSiteName();
  return (
    <Stack align="center" py={{ base: 24, sm: 72 }}>
      <Paper
        component="section"
        withBorder
        radius="lg"
        p={{ base: 'lg', sm: 32 }}
        w="100%"
        maw={400}
        style={{ borderColor: 'var(--surface-line)' }}
      >
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <Mark size={36} />
            <Title order={1}>{t('login.title', { name: site })}</Title>
            {search.expired === 'true' ? (
              <Alert color="yellow" variant="light" icon={<IconInfoCircle size={18} />}>
                {t('login.expired')}
              </Alert>
            ) : null}
            {status.data?.password_login === false ? (
              <Alert color="yellow">{t('login.passwordOff')}</Alert>
            ) : null}
            {problem ? (
              <Alert color="red" variant="light" role="alert">
                {problem}
              </Alert>
            ) : null}
            <TextInput
              label={t('login.username')}
              ref={fields.username}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={(event) => setUsername(event.currentTarget.value)}
              autoFocus
            />
            <PasswordInput
              label={t('login.password')}
              ref={fields.password}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <Button type="submit" loading={login.isPending} fullWidth>
              {t('login.submit')}
            </Button>
          </Stack>
        </form>
      </Paper>
    </Stack>
  );
}
