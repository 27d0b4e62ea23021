import { Alert, Anchor, Button, Text, TextInput } from '@mantine/core';
import { calls } from 'virtual:calls';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { pages } from '../index.ts';
import { SignInFrame } from '../login/sign-in-frame.tsx';

/** The page of the link in a reset e-mail: confirm, and see the new password. */
export function ResetConfirmPage() {
  const { t } = useTranslation();
  const { email = '', token = '' } = useSearch({ strict: false }) as {
    email?: string;
    token?: string;
  };
  const call = useEndpointMutation(calls.resetPassword);
  const isWhole = email !== '' && token !== '';
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (isWhole) call.mutate({ body: { email, token } });
  };
  const problem = isWhole ? call.error?.message : t('registration.confirm.broken');
  return (
    <SignInFrame title={t('registration.confirm.title')} problem={problem} submit={submit}>
      <TextInput label={t('registration.email')} value={email} readOnly />
      {call.data === undefined ? (
        <>
          <Text c="dimmed">{t('registration.confirm.text')}</Text>
          <Button type="submit" loading={call.isPending} disabled={!isWhole} fullWidth>
            {t('registration.confirm.submit')}
          </Button>
        </>
      ) : (
        <Alert color="gate" variant="light" role="status" title={t('registration.confirm.done')}>
          <CopyText text={call.data} label={call.data} />
          <Text size="sm" mt="xs">
            {t('registration.confirm.next')}
          </Text>
        </Alert>
      )}
      {problem === undefined ? null : (
        <Anchor component={Link} to={pages.reset.path} size="sm" className="touch-target">
          {t('registration.confirm.again')}
        </Anchor>
      )}
      <Anchor component={Link} to={pages.login.path} size="sm" className="touch-target">
        {t('registration.reset.back')}
      </Anchor>
    </SignInFrame>
  );
}
