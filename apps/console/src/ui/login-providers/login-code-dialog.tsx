import { Alert, Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { endpoints, LoginFact, LoginProviderEntry } from '@tollgate/contract';
import type { StoredUser } from '../../session/session.ts';
import { calls } from 'virtual:calls';
import { useRefetch } from '../../api/refetch.ts';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { callForEnvelope, type Input } from '../../api/call-endpoint.ts';
import { keepLoginStep } from '../../session/login-step.ts';
import { nextQuery, takeNextAddress } from '../../session/next-address.ts';
import { pages } from '../../pages/index.ts';
import { storedCodes } from '../../pages/login/stored-referral-codes.ts';
import { useStatus } from '../../status.ts';

/**
 * Asks for a one-time code issued by a provider, such as WeChat's official account: `done` receives the
 * signed-in user, or null if the account was linked.
 */
export function LoginCodeDialog({
  provider: { id, options },
  close,
  done,
}: {
  provider: LoginProviderEntry;
  close: () => void;
  done: (user: StoredUser | null) => void;
}) {
  const { t } = useTranslation();
  const status = useStatus();
  const [code, setCode] = useState('');
  const [missing, setMissing] = useState(false);
  const refetch = useRefetch();
  const navigate = useNavigate();
  const enter = useMutation({
    mutationFn: (input: Input<(typeof endpoints)['signInWithProvider']>) =>
      callForEnvelope(calls.signInWithProvider, input),
    onSettled: () => refetch([calls.getSelf]),
    onSuccess({ data: user, second_factor: step }) {
      if (!step) return done(user);
      keepLoginStep(step);
      close();
      const search = nextQuery(takeNextAddress());
      void navigate({ to: pages.login.path, search, reloadDocument: true });
    },
  });
  const image = options.map(({ status: fact }) => status.data?.[fact as LoginFact]).find(Boolean);
  const problem = missing ? t('registration.oauth.codeRequired') : enter.error?.message;
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    const isEmpty = code.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) return;
    enter.mutate({
      params: { provider: id },
      query: { code, ...storedCodes() },
    });
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t('registration.oauth.wechatTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {image ? (
            <img
              src={image}
              alt={t('registration.oauth.wechatQr')}
              width={200}
              style={{ marginInline: 'auto' }}
            />
          ) : null}
          <Text>{t('registration.oauth.wechatText')}</Text>
          {problem ? (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          ) : null}
          <TextInput
            label={t('registration.code')}
            name={`${id}_verification_code`}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            data-autofocus
          />
          <Button type="submit" loading={enter.isPending}>
            {t('registration.oauth.wechatSubmit')}
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
