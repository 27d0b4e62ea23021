import { Alert, Button, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../../api/use-endpoint.ts';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { PasskeyLines } from './passkey-lines.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SettingLine } from './setting-line.tsx';
import { TotpDialog } from './totp-dialog.tsx';

/** Authenticator app, passkeys and recovery codes. */
export function SecondFactorLines() {
  const { t } = useTranslation();
  const { data: security, error, refetch } = useEndpoint(calls.getSecurity);
  const [codes, setCodes] = useState<readonly string[]>([]);
  if (!security)
    return error ? (
      <ErrorState error={error} retry={() => void refetch()} />
    ) : (
      <Skeleton height={96} />
    );
  const hasFactor = security.totp || security.passkeys.length > 0;
  return (
    <>
      {security.is_second_factor_required && !hasFactor ? (
        <Alert color="yellow" variant="light">
          {t('personal.security.required')}
        </Alert>
      ) : null}
      <TotpLine isOn={security.totp} show={setCodes} />
      <PasskeyLines passkeys={security.passkeys} added={setCodes} />
      {hasFactor ? <RecoveryLine left={security.recovery_codes_left} show={setCodes} /> : null}
      {codes.length > 0 ? <RecoveryCodesDialog codes={codes} close={() => setCodes([])} /> : null}
    </>
  );
}

function TotpLine({ isOn, show }: { isOn: boolean; show: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const remove = useEndpointMutation(calls.removeTotp, [calls.getSecurity]);
  const confirmRemoval = () =>
    confirm({
      title: t('personal.totp.removeTitle'),
      text: t('personal.totp.removeText'),
      confirm: t('personal.totp.remove'),
      run: () =>
        remove.mutate(
          {},
          { onSuccess: () => toastSuccess(t('personal.totp.removed')), onError: toastError },
        ),
    });
  return (
    <SettingLine
      title={t('personal.totp.title')}
      note={t(isOn ? 'personal.totp.on' : 'personal.totp.off')}
    >
      <Button
        variant="default"
        loading={remove.isPending}
        onClick={() => (isOn ? confirmRemoval() : setOpened(true))}
      >
        {t(isOn ? 'personal.totp.remove' : 'personal.totp.setUp')}
      </Button>
      {opened ? (
        <TotpDialog
          close={() => setOpened(false)}
          done={(codes) => {
            setOpened(false);
            show(codes);
          }}
        />
      ) : null}
    </SettingLine>
  );
}

function RecoveryLine({ left, show }: { left: number; show: (codes: string[]) => void }) {
  const { t } = useTranslation();
  const renew = useEndpointMutation(calls.renewRecoveryCodes, [calls.getSecurity]);
  const confirmRenewal = () =>
    confirm({
      title: t('personal.recovery.renewTitle'),
      text: t('personal.recovery.renewText'),
      confirm: t('personal.recovery.renew'),
      run: () => renew.mutate({}, { onSuccess: show, onError: toastError }),
    });
  return (
    <SettingLine
      title={t('personal.recovery.title')}
      note={t('personal.recovery.note', { count: left })}
    >
      <Button variant="default" loading={renew.isPending} onClick={confirmRenewal}>
        {t('personal.recovery.renew')}
      </Button>
    </SettingLine>
  );
}
