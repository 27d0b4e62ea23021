import { Button, Group, Text } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useRefetch } from '../api/refetch.ts';
import { useEffect } from 'react';
import { toServerTime } from '../server-clock.ts';
import { useTranslation } from '../texts.tsx';
import { connection } from '../api/connection.ts';
import { useConnection } from '../ui/hooks/use-connection.ts';
import { useNow } from '../ui/hooks/use-now.ts';
import { MessagePage } from '../ui/layout/message-page.tsx';
import './connection-bar.css';

/**
 * Says that the gateway does not respond, since when, and when it is retried; then that it is back. `quiet`
 * says only the latter, where the page itself says the former.
 */
export function ConnectionBar({ quiet = false }: { quiet?: boolean }) {
  const { state } = useConnection();
  const refetch = useRefetch();
  useEffect(() => connection.start(), []);
  useEffect(() => {
    document.documentElement.dataset.connection = state;
    // Calls made meanwhile failed, and the data on screen is old.
    if (state === 'back') void refetch();
  }, [state, refetch]);
  return (
    <div role="status" className="connection-slot">
      {state === 'back' ? <Back /> : state === 'lost' && !quiet ? <Lost /> : null}
    </div>
  );
}

function Lost() {
  const { t } = useTranslation();
  const { respondedAt, hasResponded } = useConnection();
  return (
    <Group className="connection-bar" data-state="lost" gap="sm" wrap="nowrap">
      <IconPlugConnectedX size={18} aria-hidden />
      <div className="connection-words">
        <Text size="sm" fw={600}>
          {t('shell.connection.lost')}
          <NextRetry />
        </Text>
        {hasResponded ? (
          <Text size="sm">
            {t('shell.connection.age', { time: timeOfDay(toServerTime(respondedAt)) })}
          </Text>
        ) : null}
      </div>
      <RetryButton size="xs" />
    </Group>
  );
}

/** When it is retried; not announced, because that would interrupt a screen reader every second. */
function NextRetry() {
  const { t } = useTranslation();
  const { retriesAt } = useConnection();
  const seconds = Math.max(0, Math.ceil((toServerTime(retriesAt) - useNow() * 1000) / 1000));
  return (
    <span aria-hidden className="tabular">
      {` ${seconds > 0 ? t('shell.connection.retrying', { seconds }) : t('shell.connection.trying')}`}
    </span>
  );
}

function RetryButton({ size }: { size?: 'xs' }) {
  const { t } = useTranslation();
  return (
    <Button size={size} variant="default" onClick={() => void connection.retry()}>
      {t('shell.connection.retry')}
    </Button>
  );
}

/** Shown instead of a page that has nothing to show, as the gateway has not responded yet. */
export function GatewayAway() {
  const { t } = useTranslation();
  return (
    <MessagePage
      alert
      icon={IconPlugConnectedX}
      title={t('ui.http.startNoServer')}
      text={t('shell.connection.away')}
      details={
        <Text c="dimmed">
          <NextRetry />
        </Text>
      }
    >
      <RetryButton />
    </MessagePage>
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
