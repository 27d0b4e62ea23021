import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { loginAddress } from '../../session/leave-for-login.ts';
import { sessionRenewal } from '../../session/session-renewal.ts';
import { useTranslation } from '../../texts.tsx';

/** Tells users that their session ended and that their input waits until they have logged in again. */
export function askToLogInAgain(): { close: () => void } {
  const id = modals.open({
    title: i18next.t('ui.loginAgain.title'),
    children: <LoginAgain />,
    withCloseButton: false,
    closeOnEscape: false,
    closeOnClickOutside: false,
  });
  return { close: () => modals.close(id) };
}

function LoginAgain() {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text>{t('ui.loginAgain.text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => sessionRenewal.end(false)}>
          {t('ui.discard.confirm')}
        </Button>
        <Button component="a" href={loginAddress()} target="_blank" data-autofocus>
          {t('ui.loginAgain.open')}
        </Button>
      </Group>
    </Stack>
  );
}
