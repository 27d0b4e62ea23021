import { Button, Group, Stack, Text } from '@mantine/core';
import { refuseEdit, type Session, type User } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { RelativeTime } from '../../ui/display/time-text.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { deviceName } from '../../ui/format/device-name.ts';

/** A user's sessions, for administrators with a higher role than that user; absent for others. */
export function UserSessions({ user }: { user: User }) {
  const self = useStoredUser();
  if (!self || refuseEdit(self, user)) return null;
  return <ManagedSessions user={user} />;
}

function ManagedSessions({ user }: { user: User }) {
  const { t } = useTranslation();
  const params = { id: user.id };
  const { data } = useEndpoint(calls.listSessionsOfUser, { params });
  const end = useEndpointMutation(calls.endSessionsOfUser, [calls.listSessionsOfUser]);
  const endOne = useEndpointMutation(calls.endSessionOfUser, [calls.listSessionsOfUser]);
  if (!data) return null;
  const run = () =>
    end.mutate(
      { params },
      { onSuccess: () => toastSuccess(t('personal.sessions.allEnded')), onError: toastError },
    );
  const confirmEndAll = () =>
    confirm({
      title: t('personal.sessions.endAllTitle', { name: user.username }),
      text: t('personal.sessions.endAllText'),
      confirm: t('personal.sessions.endAll'),
      run,
    });
  const confirmEnd = (session: Session) =>
    confirm({
      title: t('personal.sessions.endTitle'),
      text: t('personal.sessions.endText', { device: deviceName(t, session) }),
      confirm: t('personal.sessions.end'),
      run: () =>
        endOne.mutate(
          { params: { id: user.id, session: session.id } },
          { onSuccess: () => toastSuccess(t('personal.sessions.ended')), onError: toastError },
        ),
    });
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={600} size="sm" component="h3">
          {t('personal.sessions.ofUser')}
        </Text>
        {data.length > 0 ? (
          <Button variant="default" size="xs" loading={end.isPending} onClick={confirmEndAll}>
            {t('personal.sessions.endAll')}
          </Button>
        ) : null}
      </Group>
      {data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('personal.sessions.none')}
        </Text>
      ) : null}
      {data.map((session) => (
        <Group key={session.id} justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm">{deviceName(t, session)}</Text>
            <Text size="sm" c="dimmed" component="div">
              {session.ip}
              {' · '}
              {t('personal.sessions.seen')} <RelativeTime seconds={session.last_seen_time} />
            </Text>
          </div>
          <Button variant="default" size="xs" onClick={() => confirmEnd(session)}>
            {t('personal.sessions.end')}
          </Button>
        </Group>
      ))}
    </Stack>
  );
}
