import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { MomentText } from '../../ui/display/time-text.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { TEAM_READS } from './team-reads.ts';

/** Pending invitations to the user; nothing if there are none. */
export function ReceivedInvitations({ joined }: { joined: (id: number) => void }) {
  const { t } = useTranslation();
  const { data = [] } = useEndpoint(calls.listReceivedTeamInvitations);
  const accept = useEndpointMutation(calls.acceptTeamInvitation, TEAM_READS);
  const decline = useEndpointMutation(calls.declineTeamInvitation, TEAM_READS);
  if (data.length === 0) return null;
  return (
    <Stack gap="xs" mb="md" component="section" aria-label={t('team.received.title')}>
      <Title order={2} size="h4">
        {t('team.received.title')}
      </Title>
      {data.map(({ id, team, role, invited_by, expires_at }) => (
        <Paper key={id} withBorder p="sm">
          <Group justify="space-between" gap="xs">
            <div>
              <Text fw={500}>{team}</Text>
              <Text size="sm" c="dimmed" component="div">
                {t('team.received.text', { who: invited_by, role: t(`team.roles.${role}`) })}
                {' · '}
                {t('team.received.expires')} <MomentText seconds={expires_at} />
              </Text>
            </div>
            <Group gap="xs">
              <Button
                mih={44}
                loading={accept.isPending}
                onClick={() =>
                  accept.mutate(
                    { body: { id } },
                    {
                      onSuccess: (accepted) => {
                        toastSuccess(t('team.received.joined', { team: accepted.name }));
                        joined(accepted.id);
                      },
                      onError: toastError,
                    },
                  )
                }
              >
                {t('team.received.accept')}
              </Button>
              <Button
                mih={44}
                variant="default"
                onClick={() =>
                  decline.mutate(
                    { body: { id } },
                    {
                      onSuccess: () => toastSuccess(t('team.received.declined')),
                      onError: toastError,
                    },
                  )
                }
              >
                {t('team.received.decline')}
              </Button>
            </Group>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
