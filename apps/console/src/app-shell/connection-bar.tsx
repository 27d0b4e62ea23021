import { Button, Group, Text } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useRefetch } from '../api/refetch.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from '../texts.tsx';
import { connection } from '../api/connection.ts';
import { useNow } from '../ui/hooks/use-now.ts';
import './connection-bar.css';

/** Says that the gateway does not respond, since when, and when it is retried; then that it is back. */
export function ConnectionBar() {
  const { state } = useSyncExternalStore(connection.subscribe, connection.read);
  const refetch = useRefetch();
  useEffect(() => connection.start(), []);
  useEffect(() => {
    document.documentElement.dataset.connection = state;
    // Calls made meanwhile failed, and the data on screen is old.
    if (state === 'back') void refetch();
  }, [state, refetch]);
  return (
    <div role="status" className="connection-slot">
      {state === 'lost' ? <Lost /> : state === 'back' ? <Back /> : null}
    </div>
  );
}

function Lost() {
  const { t } = useTranslation();
  const { respondedAt, retriesAt } = useSyncExternalStore(connection.subscribe, connection.read);
  const now = useNow() * 1000;
  const seconds = Math.max(0, Math.ceil((retriesAt - now) / 1000));
  return (
    <Group className="connection-bar" data-state="lost" gap="sm" wrap="nowrap">
      <IconPlugConnectedX size={18} aria-hidden />
      <div className="connection-words">
        <Text size="sm" fw={600}>
          {t('shell.connection.lost')}
          {/* Announcing every second would interrupt the screen reader. */}
          <span aria-hidden className="tabular">
            {` ${seconds > 0 ? t('shell.connection.retrying', { seconds }) : t('shell.connection.trying')}`}
          </span>
        </Text>
        <Text size="sm">{t('shell.connection.age', { time: timeOfDay(respondedAt) })}</Text>
      </div>
      <Button size="xs" variant="default" onClick={() => void connection.retry()}>
        {t('shell.connection.retry')}
      </Button>
    </Group>
  );
}

function Back() {
  const { t } = useTranslation();
  return (
    <Group className="connection-bar" data-state="back" gap="sm">
      <IconPlugConnected size={18} aria-hidden />
      <Text size="sm" fw={600}>
        {t('shell.connection.back')}
      </Text>
    </Group>
  );
}

/** Formats HH:mm:ss without the date library, which the first paint should not wait for. */
function timeOfDay(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 8);
}
