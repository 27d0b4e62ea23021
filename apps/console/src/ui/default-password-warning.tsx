import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpointMutation } from '../api/use-endpoint.ts';
import { toastDone } from '../toasts.tsx';

/** Warns who logged in with the factory password, and lets them change it on the spot. */
export function DefaultPasswordWarning({ close }: { close: () => void }) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const save = useEndpointMutation(calls.updateSelf);
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    if (password !== repeated) return setProblem(t('login.factory.mismatch'));
    save.mutate(
      { body: { password } },
      {
        onSuccess: () => {
          toastDone(t('login.factory.done'));
          close();
        },
        onError: (error) => setProblem(error.message),
      },
    );
  };
  return (
    <Modal
      opened
      onClose={close}
      title={t('login.factory.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form onSubmit={submit}>
        <Stack>
          <Text>{t('login.factory.text')}</Text>
          <PasswordInput
            label={t('login.factory.new')}
            description={t('login.factory.hint')}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            data-autofocus
          />
          <PasswordInput
            label={t('login.factory.repeat')}
            autoComplete="new-password"
            value={repeated}
            onChange={(event) => setRepeated(event.currentTarget.value)}
            error={problem}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('login.factory.later')}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {t('login.factory.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
