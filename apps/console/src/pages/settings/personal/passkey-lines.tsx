import { Button, Group } from '@mantine/core';
import type { Passkey } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useStatus } from '../../../status.ts';
import { RelativeTime } from '../../../ui/display/time-text.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { canUsePasskeys } from '../../../ui/passkeys/run-ceremony.ts';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { SettingLine } from './setting-line.tsx';

/**
 * The user's passkeys, and a button to add one; `added` receives new recovery codes, or none if there were
 * some.
 */
export function PasskeyLines({
  passkeys,
  added,
}: {
  passkeys: readonly Passkey[];
  added: (codes: string[]) => void;
}) {
  const { t } = useTranslation();
  const status = useStatus();
  const [adds, setAdds] = useState(false);
  const isUsable = canUsePasskeys(status.data?.server_address);
  return (
    <>
      <SettingLine
        title={t('personal.passkeys.title')}
        note={t(isUsable ? 'personal.passkeys.note' : 'personal.passkeys.unsupported')}
      >
        <Button variant="default" disabled={!isUsable} onClick={() => setAdds(true)}>
          {t('personal.passkeys.add')}
        </Button>
      </SettingLine>
      {passkeys.map((passkey) => (
        <PasskeyLine key={passkey.id} passkey={passkey} />
      ))}
      {adds ? (
        <PasskeyDialog
          close={() => setAdds(false)}
          done={(codes) => {
            setAdds(false);
            added(codes);
          }}
        />
      ) : null}
    </>
  );
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation();
  const [renames, setRenames] = useState(false);
  const remove = useEndpointMutation(calls.removePasskey, [calls.getSecurity]);
  const { id, name, created_time: created, last_used_time: used } = passkey;
  const confirmRemoval = () =>
    confirm({
      title: t('personal.passkeys.removeTitle', { name }),
      text: t('personal.passkeys.removeText'),
      confirm: t('personal.passkeys.remove'),
      run: () =>
        remove.mutate(
          { params: { id } },
          { onSuccess: () => toastSuccess(t('personal.passkeys.removed')), onError: toastError },
        ),
    });
  return (
    <SettingLine
      title={name}
      note={
        <>
          {t('personal.passkeys.created')} <RelativeTime seconds={created} />
          {' · '}
          {used === 0 ? (
            t('personal.passkeys.neverUsed')
          ) : (
            <>
              {t('personal.passkeys.used')} <RelativeTime seconds={used} />
            </>
          )}
        </>
      }
    >
      <Group gap="xs">
        <Button
          variant="default"
          aria-label={`${t('personal.passkeys.rename')}: ${name}`}
          onClick={() => setRenames(true)}
        >
          {t('personal.passkeys.rename')}
        </Button>
        <Button
          variant="default"
          loading={remove.isPending}
          aria-label={`${t('personal.passkeys.remove')}: ${name}`}
          onClick={confirmRemoval}
        >
          {t('personal.passkeys.remove')}
        </Button>
      </Group>
      {renames ? (
        <PasskeyDialog
          renamed={passkey}
          close={() => setRenames(false)}
          done={() => setRenames(false)}
        />
      ) : null}
    </SettingLine>
  );
}
