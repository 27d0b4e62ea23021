import { Loader, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { CopyText } from '../../../ui/display/copy.tsx';
import { QrCode } from '../../../ui/display/qr-code.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { FormFrame } from '../../../ui/forms/form-frame.tsx';
import { FormModal } from '../../../ui/forms/unsaved-changes.tsx';

/**
 * Adds an authenticator app to the account; `done` receives new recovery codes, or none if there were some.
 */
export function TotpDialog({
  close,
  done,
}: {
  close: () => void;
  done: (codes: string[]) => void;
}) {
  const { t } = useTranslation();
  const [code, setCode] = useState('');
  const begin = useEndpointMutation(calls.beginTotp);
  const confirm = useEndpointMutation(calls.confirmTotp, [calls.getSecurity]);
  const started = useRef(false);
  useEffect(() => {
    // Effects may run twice, and each new secret replaces the previous one.
    if (started.current) return;
    started.current = true;
    begin.mutate(
      {},
      {
        onError(error) {
          toastError(error);
          close();
        },
      },
    );
  }, [begin, close]);
  const submit = () =>
    confirm.mutate(
      { body: { code } },
      {
        onSuccess(codes) {
          toastSuccess(t('personal.totp.done'));
          done(codes);
        },
      },
    );
  return (
    <FormModal title={t('personal.totp.dialog')} size="md" leave={close}>
      {begin.data ? (
        <FormFrame
          submit={submit}
          submitLabel={t('personal.totp.submit')}
          busy={confirm.isPending}
          leave={close}
        >
          <Text c="dimmed">{t('personal.totp.scan')}</Text>
          <QrCode text={begin.data.uri} image="" label={t('personal.totp.qr')} />
          <div>
            <Text size="sm" fw={500}>
              {t('personal.totp.key')}
            </Text>
            <CopyText text={begin.data.secret} />
          </div>
          <TextInput
            label={t('personal.totp.code')}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={confirm.error?.message}
            // The dialog has opened before the key arrived.
            autoFocus
          />
        </FormFrame>
      ) : (
        <Stack align="center" py="xl">
          <Loader aria-label={t('personal.totp.dialog')} />
        </Stack>
      )}
    </FormModal>
  );
}
