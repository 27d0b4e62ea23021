import { Button, Code, Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { IconAlertTriangle, IconFileOff, IconFilterOff, IconPlug } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { ApiError } from '../../api/call-endpoint.ts';
import { useIsAway } from '../hooks/use-connection.ts';
import { useShownError } from './shown-errors.ts';

/** Shown for an empty list: what it is for, and the one thing to do. */
export function EmptyState({
  icon: IconOf,
  title,
  text,
  action,
}: {
  icon: Icon;
  title: string;
  text: string;
  action?: { label: string; run: () => void };
}) {
  return (
    <Stack align="center" gap="xs" py={56} px="md" ta="center">
      <IconOf size={30} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <Title order={2}>{title}</Title>
      <Text c="dimmed" maw={420}>
        {text}
      </Text>
      {action ? (
        <Button mt="xs" onClick={action.run}>
          {action.label}
        </Button>
      ) : null}
    </Stack>
  );
}

/** Shown if rows exist, but none match. */
export function NoResults({ clear }: { clear: () => void }) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="xs" py={48}>
      <IconFilterOff size={26} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text>{t('ui.table.noResults')}</Text>
      <Button variant="default" size="xs" onClick={clear}>
        {t('ui.table.clearFilters')}
      </Button>
    </Stack>
  );
}

/** Shown if the requested page is beyond the end of the list. */
export function BeyondEnd({
  page,
  pages,
  goToLast,
}: {
  page: number;
  pages: number;
  goToLast: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="xs" py={48}>
      <IconFileOff size={26} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
      <Text>{t('ui.pager.beyond', { page, pages })}</Text>
      <Button variant="default" size="xs" onClick={goToLast}>
        {t('ui.pager.goToLast', { pages })}
      </Button>
    </Stack>
  );
}

/**
 * Shown after a failure to load: the reason, an id to quote, and a retry if that may help. While the gateway is
 * away, the bar above says so once for the whole page and retries.
 */
export function ErrorState({ error, retry }: { error: Error; retry?: () => void }) {
  const { t } = useTranslation();
  const isAway = useIsAway(error);
  useShownError(error.cause instanceof ApiError ? error.cause : error);
  if (isAway)
    return (
      <Stack align="center" gap="xs" py={48} c="dimmed">
        <IconPlug size={26} stroke={1.5} aria-hidden />
        <Text>{t('ui.waiting')}</Text>
      </Stack>
    );
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
      <IconAlertTriangle size={26} stroke={1.5} color="var(--status-bad)" aria-hidden />
      <Text>{error.message}</Text>
      {error instanceof ApiError && error.requestId ? (
        <Code>{[error.code, error.requestId].filter(Boolean).join(' · ')}</Code>
      ) : null}
      {retry ? (
        <Button variant="default" size="xs" onClick={retry}>
          {t('ui.retry')}
        </Button>
      ) : null}
    </Stack>
  );
}
