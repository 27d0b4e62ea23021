import { Button, Skeleton } from '@mantine/core';
import type { Session } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../../api/use-endpoint.ts';
import { Tag } from '../../../ui/display/tag.tsx';
import { RelativeTime } from '../../../ui/display/time-text.tsx';
import { confirm } from '../../../ui/feedback/confirm.tsx';
import { ErrorState } from '../../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { deviceName } from '../../../ui/format/device-name.ts';
import { Section } from '../../../ui/layout/section.tsx';
import { SettingLine } from './setting-line.tsx';

/** What follows is rarely looked for, and would push the next sections away. */
const SHOWN = 5;

/** The user's sessions, each of which can be ended: this one and the latest first, all on demand. */
export function SessionsSection() {
  const { t } = useTranslation();
  const { data, error, refetch } = useEndpoint(calls.listSessions);
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, (data?.length ?? 0) - SHOWN);
  return (
    <Section
      title={t('personal.sessions.title')}
      note={t('personal.sessions.note')}
      aside={data && data.length > 1 ? <EndOthers /> : null}
    >
      {data?.slice(0, data.length - hidden).map((session) => (
        <SessionLine key={session.id} session={session} />
      ))}
      {hidden === 0 ? null : (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {t('ui.table.showFurther', { count: hidden })}
        </Button>
      )}
      {data ? null : error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height={64} aria-busy />
      )}
    </Section>
  );
}

function EndOthers() {
  const { t } = useTranslation();
  const end = useEndpointMutation(calls.endOtherSessions, [calls.listSessions]);
  const run = () =>
    end.mutate(
      {},
      { onSuccess: () => toastSuccess(t('personal.sessions.othersEnded')), onError: toastError },
    );
  return (
    <Button
      variant="default"
      loading={end.isPending}
      onClick={() =>
        confirm({
          title: t('personal.sessions.endOthersTitle'),
          text: t('personal.sessions.endOthersText'),
          confirm: t('personal.sessions.endOthers'),
          run,
        })
      }
    >
      {t('personal.sessions.endOthers')}
    </Button>
  );
}

function SessionLine({ session }: { session: Session }) {
  const { t } = useTranslation();
  const end = useEndpointMutation(calls.endSession, [calls.listSessions]);
  const device = deviceName(t, session);
  const run = () =>
    end.mutate(
      { params: { id: session.id } },
      { onSuccess: () => toastSuccess(t('personal.sessions.ended')), onError: toastError },
    );
  return (
    <SettingLine
      title={device}
      note={
        <>
          {session.ip}
          {' · '}
          {t('personal.sessions.started')} <RelativeTime seconds={session.created_time} />
          {' · '}
          {t('personal.sessions.seen')} <RelativeTime seconds={session.last_seen_time} />
        </>
      }
    >
      {session.is_current ? (
        <Tag color="gate">{t('personal.sessions.current')}</Tag>
      ) : (
        <Button
          variant="default"
          loading={end.isPending}
          aria-label={`${t('personal.sessions.end')}: ${device} (${session.ip})`}
          onClick={() =>
            confirm({
              title: t('personal.sessions.endTitle'),
              text: t('personal.sessions.endText', { device }),
              confirm: t('personal.sessions.end'),
              run,
            })
          }
        >
          {t('personal.sessions.end')}
        </Button>
      )}
    </SettingLine>
  );
}
