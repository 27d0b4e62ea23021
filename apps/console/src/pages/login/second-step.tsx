import { Anchor, Button, Group, TextInput } from '@mantine/core';
import type { LoginStep } from '@tollgate/contract';
import { useRef, useState } from 'react';
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
  const { code, setCode, field, type, problem, setProblem, isPending, submit } = useSecondStep(
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
          <Anchor
            component="button"
            type="button"
            size="sm"
            className="touch-target"
            onClick={back}
          >
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
                className="touch-target"
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
          error={problem !== undefined}
          ref={field}
          value={code}
          onChange={(event) => type(event.currentTarget.value)}
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
  const field = useRef<HTMLInputElement>(null);
  const { challenge, passkey = {} } = step;
  const prove = async (typed: string) => {
    if (method !== 'passkey')
      return callEndpoint(calls.finishLogin, { body: { challenge, code: typed } });
    const response = await signWithPasskey(passkey);
    return callEndpoint(calls.finishLoginWithPasskey, { body: { challenge, response } });
  };
  const run = async (typed: string) => {
    setProblem(undefined);
    setPending(true);
    try {
      done(await prove(typed));
    } catch (error) {
      setPending(false);
      const isStopped = error instanceof PasskeyStopped;
      setProblem(isStopped ? t('ui.identity.passkeyStopped') : (error as Error).message);
      // The next code overwrites the wrong one.
      field.current?.select();
    }
  };
  const type = (typed: string) => {
    setCode(typed);
    // An app's code is complete with its last digit, and expires soon.
    if (method === 'totp' && !isPending && isWholeCode(typed) && !isWholeCode(code))
      void run(typed);
  };
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (isPending) return;
    if (method !== 'passkey' && code.trim() === '') {
      field.current?.focus();
      return setProblem(t('login.step.required'));
    }
    void run(code);
  };
  return { code, setCode, field, type, problem, setProblem, isPending, submit };
}

/** Whether a text is a complete code of an app, also if it was pasted with a space. */
const isWholeCode = (text: string) => /^\d{6}$/.test(text.replaceAll(/\s/g, ''));
