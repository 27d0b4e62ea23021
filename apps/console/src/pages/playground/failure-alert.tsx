import { Alert, Button, Group, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { readActingTeam } from '../../session/acting-team.ts';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { pages } from '../index.ts';
import type { Failure } from './conversation.ts';

/** Why a call failed, with its id for support, and what helps. */
export function FailureAlert({
  failure: { status, code, message },
  requestId,
  again,
}: {
  failure: Failure;
  requestId: string | undefined;
  /** Offers a retry if nothing else does. */
  again?: () => void;
}) {
  const { t } = useTranslation();
  // Refusals of drawings have no code.
  const isUnpaid = code === 'insufficient_user_quota' || (code === '' && status === 402);
  const title = [status > 0 && status !== 200 ? String(status) : '', code]
    .filter(Boolean)
    .join(' ');
  return (
    <Alert
      color="red"
      variant="outline"
      mt="xs"
      title={title || t('playground.state.failed')}
      role="alert"
    >
      <div>{message}</div>
      {requestId === undefined ? null : (
        <Group gap={6} mt={4} fz="sm" c="dimmed">
          <Text component="span" size="sm">
            {t('playground.requestId')}
          </Text>
          <CopyText text={requestId} />
        </Group>
      )}
      <Group gap="xs" mt="xs" className="playground-retry">
        {isUnpaid && !readActingTeam() ? (
          <Button
            component={Link}
            to={pages.wallet.path}
            state={{ topUp: true } as never}
            size="xs"
          >
            {t('shell.topUp')}
          </Button>
        ) : null}
        {again ? (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={again}
          >
            {t('ui.retry')}
          </Button>
        ) : null}
      </Group>
    </Alert>
  );
}
