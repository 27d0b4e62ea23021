import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import type { StoredUser } from '../../session/session.ts';
import { useStatus } from '../../status.ts';
import { canUsePasskeys, PasskeyStopped, signWithPasskey } from '../../ui/passkeys/run-ceremony.ts';

/** Whether the site's address allows passkeys and this browser supports them. */
export function useOffersPasskeys(): boolean {
  return canUsePasskeys(useStatus().data?.server_address);
}

/** Logs in without a username: the passkey identifies the user. */
export function PasskeyButton({
  done,
  failed,
}: {
  done: (user: StoredUser) => void;
  failed: (message: string) => void;
}) {
  const { t } = useTranslation();
  const login = useMutation({
    async mutationFn() {
      const { challenge, options } = await callEndpoint(calls.beginPasskeyLogin);
      const response = await signWithPasskey(options);
      return callEndpoint(calls.finishPasskeyLogin, { body: { challenge, response } });
    },
    onSuccess: done,
    onError: (error: Error) =>
      failed(error instanceof PasskeyStopped ? t('ui.identity.passkeyStopped') : error.message),
  });
  return (
    <Button
      size="md"
      leftSection={<IconFingerprint size={18} />}
      loading={login.isPending}
      onClick={() => login.mutate()}
      fullWidth
    >
      {t('login.passkey')}
    </Button>
  );
}
