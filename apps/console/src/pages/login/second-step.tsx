import { Anchor, Button, Group, TextInput } from '@mantine/core';
import type { LoginStep } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import type { StoredUser } from '../../session/session.ts';
import { PasskeyStopped, signWithPasskey } from '../../ui/passkeys/run-ceremony.ts';
import { SignInFrame } from './sign-in-frame.tsx';

type Method = LoginStep['methods'][number];

const NOTES = {
  totp: 'login.step.totpNote',
  recovery_code: 'login.step.recoveryNote',
  passkey: 'login.step.passkeyNote',
} as const satisfies Record<Method, string>;
const SWITCHES = {
  totp: 'login.step.useTotp',
  recovery_code: 'login.step.useRecovery',
  passkey: 'login.step.usePasskey',
} as const satisfies Record<Method, string>;

/** The second factor of a login. */
export function SecondStep({
  step,
  done,
  back,
}: {
  step: LoginStep;
  done: (user: StoredUser) => void;
  back: () => void;
}) {
  const { t } = useTranslation();
  const [method, setMethod] = useState<Method>(step.methods[0] ?? 'recovery_code');
  const { code, setCode, problem, setProblem, isPending, submit } = useSecondStep(
    step,
    method,
    done,
  );
  return (
    <SignInFrame
      title={t('login.step.title')}
      note={t(NOTES[method])}
      problem={problem}
      submit={submit}
      after={
        <Group justify="space-between" mt="md">
          <Anchor component="button" type="button" size="sm" onClick={back}>
            {t('login.step.back')}
          </Anchor>
          {step.methods
            .filter((other) => other !== method)
            .map((other) => (
              <Anchor
                key={other}
                component="button"
                type="button"
                size="sm"
                onClick={() => {
                  setMethod(other);
                  setCode('');
                  setProblem(undefined);
                }}
              >
                {t(SWITCHES[other])}
              </Anchor>
            ))}
        </Group>
      }
    >
      {method === 'passkey' ? null : (
        <TextInput
          key={method}
          label={t(method === 'totp' ? 'login.step.totp' : 'login.step.recovery')}
          name="code"
          autoComplete="one-time-code"
          inputMode={method === 'totp' ? 'numeric' : 'text'}
          spellCheck={false}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          autoFocus
        />
      )}
      <Button type="submit" size="md" loading={isPending} fullWidth>
        {t(method === 'passkey' ? 'login.step.usePasskey' : 'login.step.submit')}
      </Button>
    </SignInFrame>
  );
}

function useSecondStep(step: LoginStep, method: Method, done: (user: StoredUser) => void) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isPending, setPending] = useState(false);
  const { challenge, passkey = {} } = step;
  const prove = async () => {
    if (method !== 'passkey') return callEndpoint(calls.finishLogin, { body: { challenge, code } });
    const response = await signWithPasskey(passkey);
    return callEndpoint(calls.finishLoginWithPasskey, { body: { challenge, response } });
  };
  const run = async () => {
    try {
      done(await prove());
    } catch (error) {
      setPending(false);
      const isStopped = error instanceof PasskeyStopped;
      setProblem(isStopped ? t('ui.identity.passkeyStopped') : (error as Error).message);
    }
  };
  const submit = (event: { preventDefault(): void; currentTarget: HTMLFormElement }) => {
    event.preventDefault();
    if (method !== 'passkey' && code.trim() === '') {
      event.currentTarget.querySelector<HTMLElement>('[name="code"]')?.focus();
      return setProblem(t('login.step.required'));
    }
    setProblem(undefined);
    setPending(true);
    void run();
  };
  return { code, setCode, problem, setProblem, isPending, submit };
}
