import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { useShownError } from '../../ui/feedback/shown-errors.ts';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { TEAM_READS } from './team-reads.ts';

interface JoinDialogProps {
  code: string;
  joined: (id: number) => void;
  close: () => void;
}

/** Opened by an invitation link: who invites to which team, and a button to join. */
export function JoinDialog({ code, joined, close }: JoinDialogProps) {
  const { t } = useTranslation();
  const { data, error } = useEndpoint(calls.readTeamInvitation, { params: { code } });
  useShownError(error);
  const accept = useEndpointMutation(calls.acceptTeamInvitation, TEAM_READS);
  const join = () =>
    accept.mutate(
      { body: { code } },
      {
        onSuccess: ({ id, name }) => {
          toastSuccess(t('team.received.joined', { team: name }));
          joined(id);
        },
        onError: toastError,
      },
    );
  return (
    <Modal
      opened
      onClose={close}
      title={t('team.received.joinTitle')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Stack>
        {error ? (
          <Alert color="red" variant="light">
            {error.message}
          </Alert>
        ) : data ? (
          <Text>
            {t('team.received.joinText', {
              who: data.invited_by,
              team: data.team,
              role: t(`team.roles.${data.role}`),
            })}
          </Text>
        ) : (
          <Skeleton height={24} aria-busy />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t(error ? 'ui.close' : 'ui.cancel')}
          </Button>
          {data && !error ? (
            <Button data-autofocus loading={accept.isPending} onClick={join}>
              {t('team.received.accept')}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  );
}
