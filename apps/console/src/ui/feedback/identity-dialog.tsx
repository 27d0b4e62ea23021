import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { FactorMethod, Security } from '@tollgate/contract';
import i18next from 'i18next';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { PasskeyStopped, signWithPasskey } from '../passkeys/run-ceremony.ts';
import { overlaysReady } from './overlays-ready.ts';
import { PasswordField } from '../forms/password-field.tsx';

/** Asks the user to confirm their identity; resolves to whether they did. */
export async function askForIdentity(): Promise<boolean> {
  const { methods } = await callEndpoint(calls.getSecurity);
  return new Promise((resolve) => {
    overlaysReady.pass(() => {
      const id = modals.open({
        title: i18next.t('ui.identity.title'),
        children: (
          <IdentityForm
            methods={methods}
            done={() => {
              resolve(true);
              modals.close(id);
            }}
            cancel={() => modals.close(id)}
          />
        ),
        onClose: () => resolve(false),
      });
    });
  });
}

interface FormProps {
  methods: Security['methods'];
  done: () => void;
  cancel: () => void;
}

function IdentityForm({ methods, done, cancel }: FormProps) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<FactorMethod | undefined>(methods[0]);
  const { secret, setSecret, problem, isPending, submit, reset } = useIdentity(method, done);
  if (method === undefined) return <Text>{t('ui.identity.loginAgain')}</Text>;
  const field = {
    value: secret,
    onChange: (event: { currentTarget: { value: string } }) => setSecret(event.currentTarget.value),
    'data-autofocus': true,
    // Of another method: the button that chose it is gone.
    autoFocus: true,
  };
  const fields: Record<FactorMethod, ReactNode> = {
    password: (
      <PasswordField label={t('ui.identity.password')} autoComplete="current-password" {...field} />
    ),
    totp: (
      <TextInput
        key="totp"
        label={t('ui.identity.totp')}
        autoComplete="one-time-code"
        inputMode="numeric"
        {...field}
      />
    ),
    recovery_code: (
      <TextInput
        key="recovery_code"
        label={t('ui.identity.recoveryCode')}
        autoComplete="off"
        {...field}
      />
    ),
    passkey: null,
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <Text c="dimmed">{t('ui.identity.text')}</Text>
        {problem ? (
          <Alert color="red" variant="light" role="alert">
            {problem}
          </Alert>
        ) : null}
        {fields[method]}
        <Group justify="space-between">
          <Group gap="xs">
            {methods
              .filter((other) => other !== method)
              .map((other) => (
                <Button
                  key={other}
                  variant="subtle"
                  onClick={() => {
                    setMethod(other);
                    reset();
                  }}
                >
                  {t(SWITCHES[other])}
                </Button>
              ))}
          </Group>
          <Group gap="xs">
            <Button variant="default" onClick={cancel}>
              {t('ui.cancel')}
            </Button>
            <Button key={method} type="submit" loading={isPending} autoFocus={method === 'passkey'}>
              {t(method === 'passkey' ? 'ui.identity.usePasskey' : 'ui.identity.submit')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

const SWITCHES = {
  password: 'ui.identity.usePassword',
  totp: 'ui.identity.useTotp',
  passkey: 'ui.identity.usePasskey',
  recovery_code: 'ui.identity.useRecoveryCode',
} as const satisfies Record<FactorMethod, string>;

function useIdentity(method: FactorMethod | undefined, done: () => void) {
  const { t } = useTranslation();
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const prove = async () => {
    if (method === 'passkey') {
      const { challenge, options } = await callEndpoint(calls.beginPasskeyConfirmation);
      const response = await signWithPasskey(options);
      await callEndpoint(calls.finishPasskeyConfirmation, { body: { challenge, response } });
    } else if (method !== undefined)
      await callEndpoint(calls.confirmSession, { body: { method, secret } });
  };
  const run = async () => {
    try {
      await prove();
      done();
    } catch (error) {
      setPending(false);
      const isStopped = error instanceof PasskeyStopped;
      setProblem(isStopped ? t('ui.identity.passkeyStopped') : (error as Error).message);
    }
  };
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (method !== 'passkey' && secret === '') return setProblem(t('ui.identity.required'));
    setProblem(undefined);
    setPending(true);
    void run();
  };
  /** Forgets what was typed: a password must not appear in the field for codes. */
  const reset = () => {
    setSecret('');
    setProblem(undefined);
  };
  return { secret, setSecret, problem, isPending, submit, reset };
}
