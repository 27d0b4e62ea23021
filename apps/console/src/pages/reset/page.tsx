import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { calls } from 'virtual:calls';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { HumanCheck } from '../../ui/forms/human-check/human-check.tsx';
import { useHumanCheck } from '../../ui/forms/human-check/use-human-check.ts';
import { useStatus } from '../../status.ts';
import { pages } from '../index.ts';
import { isAboutEmail } from '../register/use-email-code.ts';
import { useMailPause } from '../register/use-mail-pause.ts';
import { SignInFrame } from '../login/sign-in-frame.tsx';

/** Request an e-mail with a link to a new password. */
export function ResetPage() {
  const { t } = useTranslation();
  const sendsMail = useStatus().data?.mail !== false;
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [emailProblem, setEmailProblem] = useState<string | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  const check = useHumanCheck();
  const pause = useMailPause(email);
  const call = useEndpointMutation(calls.sendPasswordReset);
  const refuseEmail = (text: string) => {
    setEmailProblem(text);
    input.current?.focus();
  };
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (pause.isWaiting) return undefined;
    setProblem(undefined);
    setEmailProblem(undefined);
    if (email.trim() === '') return refuseEmail(t('registration.emailRequired'));
    const query = check.query();
    if (!query) return setProblem(t('registration.human.wait'));
    return call.mutate(
      { query: { ...query, email } },
      {
        onSettled: check.renew,
        onError: (error) => {
          pause.beginAfter(error);
          if (isAboutEmail(error)) refuseEmail(error.message);
          else setProblem(error.message);
        },
        onSuccess: pause.begin,
      },
    );
  };
  return (
    <SignInFrame title={t('registration.reset.title')} problem={problem} submit={submit}>
      {sendsMail ? (
        <>
          <Text c="dimmed">{t('registration.reset.text')}</Text>
          {call.isSuccess ? (
            <Alert color="gate" variant="light" icon={<IconMail size={18} />} role="status">
              {t('registration.reset.sent')}
            </Alert>
          ) : null}
          <TextInput
            ref={input}
            label={t('registration.email')}
            name="email"
            type="email"
            autoComplete="email"
            value={email}
            error={emailProblem}
            errorProps={{ role: 'alert' }}
            onChange={(event) => setEmail(event.currentTarget.value)}
            autoFocus
          />
          <HumanCheck check={check} />
          <Button type="submit" loading={call.isPending} disabled={pause.isWaiting} fullWidth>
            {pause.labelOr(t('registration.reset.submit'))}
          </Button>
        </>
      ) : (
        <Text role="status">{t('registration.reset.noMail')}</Text>
      )}
      <Anchor component={Link} to={pages.login.path} size="sm" className="touch-target">
        {t('registration.reset.back')}
      </Anchor>
    </SignInFrame>
  );
}
