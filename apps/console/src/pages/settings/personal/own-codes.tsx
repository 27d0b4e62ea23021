import { Button } from '@mantine/core';
import type { RegistrationCode } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useStatus } from '../../../status.ts';
import { TimeText } from '../../../ui/display/time-text.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { HandOutDialog } from '../../../ui/feedback/hand-out-dialog.tsx';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { pages } from '../../index.ts';
import { SettingLine } from './setting-line.tsx';

/** The registration codes that a user created to invite others, if registration needs one. */
export function OwnCodes() {
  const { t } = useTranslation();
  const isNeeded = useStatus().data?.registration_code_required === true;
  const list = useEndpoint(calls.listOwnRegistrationCodes, {}, { enabled: isNeeded });
  const create = useEndpointMutation(calls.createOwnRegistrationCode, [
    calls.listOwnRegistrationCodes,
  ]);
  const [createdCode, setCreatedCode] = useState('');
  if (!isNeeded) return null;
  if (list.error && !list.data)
    return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  const { items = [], left = 0 } = list.data ?? {};
  // Hidden if users may not create codes.
  if (items.length === 0 && left === 0) return null;
  return (
    <>
      <SettingLine
        title={t('personal.ownCodes.title')}
        note={t('personal.ownCodes.note', { count: left })}
      >
        <Button
          variant="default"
          disabled={left === 0}
          loading={create.isPending}
          onClick={() => create.mutate({}, { onSuccess: setCreatedCode, onError: toastError })}
        >
          {t('personal.ownCodes.add')}
        </Button>
      </SettingLine>
      {items.map((code) => (
        <CodeLine key={code.id} code={code} />
      ))}
      {createdCode === '' ? null : (
        <HandOutDialog
          title={t('personal.ownCodes.title')}
          note={t('personal.ownCodes.made')}
          label={t('personal.invitation.link')}
          lines={[`${location.origin}${pages.register.path}?invite=${createdCode}`]}
          copyLabel={t('ui.copy')}
          actions={null}
          closeLabel={t('ui.close')}
          close={() => setCreatedCode('')}
        />
      )}
    </>
  );
}

function CodeLine({ code: { tail, state, expires_at: expires } }: { code: RegistrationCode }) {
  const { t } = useTranslation();
  return (
    <SettingLine
      title={`…${tail}`}
      note={
        <>
          {t(`personal.ownCodes.${state}`)}
          {state === 'usable' && expires !== 0 ? (
            <>
              {' · '}
              {t('personal.ownCodes.until')} <TimeText seconds={expires} />
            </>
          ) : null}
        </>
      }
    />
  );
}
