import { Button, Code, Group, Loader, Stack } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCopy,
  IconHome,
  IconPlugConnectedX,
  IconRefresh,
} from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '../texts.tsx';
import { ApiError } from '../api/call-endpoint.ts';
import { connection } from '../api/connection.ts';
import { pages } from '../pages/index.ts';
import { copyText } from '../ui/display/copy.tsx';
import { MessagePage } from '../ui/layout/message-page.tsx';
import { isChunkLoadError } from './chunk-load-error.ts';
import { mayReload, reloadIfReachable, reloadOnce } from './reload-once.ts';

/**
 * Shown when a page crashes or can't be fetched: the reason, an id to quote and ways out, never a blank
 * screen. Reloads once if an update of the gateway removed chunks of the page.
 */
export function CrashPage({ error: thrown }: ErrorComponentProps) {
  const { t } = useTranslation();
  const [error, setError] = useState<unknown>(thrown);
  const [id] = useState(() => idOf(thrown));
  const isStale = isChunkLoadError(error);
  const [reloading, setReloading] = useState(isStale && mayReload());
  const isAway = error instanceof ApiError && error.status === 0;
  useEffect(() => {
    if (!isStale) return;
    reloadOnce().catch((away: unknown) => {
      setError(away);
      setReloading(false);
    });
  }, [isStale]);
  useEffect(() => {
    if (!isAway) return undefined;
    // The browser does not request the missing chunk again by itself.
    return connection.subscribe(() => {
      if (connection.read().state === 'back') void reloadIfReachable().catch(() => undefined);
    });
  }, [isAway]);
  if (reloading)
    return (
      <Stack align="center" gap="sm" py={80} role="status">
        <Loader size="sm" aria-hidden />
        {t('shell.crash.updating')}
      </Stack>
    );
  const kind = isStale ? 'stale' : isAway ? 'away' : 'broken';
  const inWords = error instanceof ApiError;
  return (
    <MessagePage
      alert
      icon={isAway ? IconPlugConnectedX : IconAlertTriangle}
      title={inWords ? error.message : t(`shell.crash.${isStale ? 'staleTitle' : 'title'}`)}
      text={t(`shell.crash.${kind}`)}
      details={
        isAway ? null : (
          <Group gap="xs" justify="center" mt="md">
            <Code>
              {t('shell.crash.id')} {id}
            </Code>
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<IconCopy size={14} />}
              onClick={() => void copyText(detailsOf(id, error), t('shell.crash.copied'))}
            >
              {t('shell.crash.copy')}
            </Button>
          </Group>
        )
      }
    >
      <Button leftSection={<IconRefresh size={16} />} onClick={() => location.reload()}>
        {t('shell.crash.reload')}
      </Button>
      {/* A plain link: the router's own state may be what broke. */}
      <Button
        component="a"
        href={pages.home.path}
        variant="default"
        leftSection={<IconHome size={16} />}
      >
        {t('shell.notFound.home')}
      </Button>
    </MessagePage>
  );
}

/** Returns the id to quote: that of the failed request, or a random one for this crash. */
function idOf(error: unknown): string {
  if (error instanceof ApiError && error.requestId) return error.requestId;
  return Math.random().toString(36).slice(2, 10).padEnd(8, '0');
}

/** Returns everything that helps to find the cause; no user input. */
function detailsOf(id: string, error: unknown): string {
  const cause = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [id, new Date().toISOString(), location.pathname, navigator.userAgent, cause].join('\n');
}
