import { Button, Skeleton } from '@mantine/core';
import type { ScopedToken } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../../server-clock.ts';
import { useEndpoint, useEndpointMutation } from '../../../api/use-endpoint.ts';
import { RelativeTime, TimeText } from '../../../ui/display/time-text.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { NewScopedToken } from './new-scoped-token.tsx';
import { ScopedTokenDialog } from './scoped-token-dialog.tsx';
import { SettingLine } from './setting-line.tsx';

/** The user's scoped access tokens. */
export function ScopedTokenLines({ role }: { role: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useEndpoint(calls.listScopedTokens);
  const [opened, setOpened] = useState(false);
  const [createdToken, setCreatedToken] = useState('');
  return (
    <>
      <SettingLine title={t('personal.scopedTokens.title')} note={t('personal.scopedTokens.note')}>
        <Button variant="default" disabled={!data} onClick={() => setOpened(true)}>
          {t('personal.scopedTokens.add')}
        </Button>
      </SettingLine>
      {data?.map((token) => (
        <TokenLine key={token.id} token={token} />
      ))}
      {data ? null : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={64} aria-busy />
      )}
      {opened ? (
        <ScopedTokenDialog role={role} close={() => setOpened(false)} created={setCreatedToken} />
      ) : null}
      {createdToken === '' ? null : (
        <NewScopedToken token={createdToken} close={() => setCreatedToken('')} />
      )}
    </>
  );
}

function TokenLine({ token }: { token: ScopedToken }) {
  const { t } = useTranslation();
  const { id, name, scopes, tail, expires_at: expires, last_used_at: used } = token;
  const revoke = useEndpointMutation(calls.revokeScopedToken, [calls.listScopedTokens]);
  const run = () =>
    revoke.mutate(
      { params: { id } },
      {
        onSuccess: () => toastSuccess(t('personal.scopedTokens.revoked')),
        onError: toastError,
      },
    );
  const isOver = expires !== 0 && expires <= unixSeconds();
  return (
    <SettingLine
      title={`${name} (…${tail})`}
      note={
        <>
          <span className="mono">{scopes.join(', ')}</span>
          <br />
          {used === 0 ? (
            t('personal.scopedTokens.unused')
          ) : (
            <>
              {t('personal.scopedTokens.used')} <RelativeTime seconds={used} />
              {' · '}
              {token.last_used_ip}
            </>
          )}
          {' · '}
          {expires === 0 ? (
            t('personal.scopedTokens.endless')
          ) : (
            <>
              {t(isOver ? 'personal.scopedTokens.expired' : 'personal.scopedTokens.expires')}{' '}
              <TimeText seconds={expires} />
            </>
          )}
        </>
      }
    >
      <Button
        variant="default"
        loading={revoke.isPending}
        aria-label={`${t('personal.scopedTokens.revoke')}: ${name}`}
        onClick={() =>
          confirm({
            title: t('personal.scopedTokens.revokeTitle', { name }),
            text: t('personal.scopedTokens.revokeText'),
            confirm: t('personal.scopedTokens.revoke'),
            run,
          })
        }
      >
        {t('personal.scopedTokens.revoke')}
      </Button>
    </SettingLine>
  );
}
