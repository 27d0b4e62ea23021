import { Group, Loader, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useStatus } from '../../status.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { pages } from '../index.ts';
import { findChatLink } from './find-chat-link.ts';

/** How long the message about what is missing is shown before redirecting to the keys. */
const READING_MS = 1500;

/** Redirects to the external chat with one of the user's keys, or to the keys if that is not possible. */
export function ChatLinkPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: status } = useStatus();
  const tokens = useEndpoint(calls.listTokens, { query: { p: 0, size: 100 } });
  const items = tokens.data?.items;

  useEffect(() => {
    if (!status || !items) return undefined;
    const link = findChatLink(status, items, location.origin);
    if ('to' in link) {
      // Replaces the history entry: Back would return here and redirect again.
      location.replace(link.to);
      return undefined;
    }
    toastError(new Error(t(link.missing === 'token' ? 'shell.chat.noToken' : 'shell.chat.noLink')));
    const timer = setTimeout(
      () => void navigate({ to: pages.apiKeys.path, replace: true }),
      READING_MS,
    );
    return () => clearTimeout(timer);
  }, [status, items, navigate, t]);

  if (tokens.error) return <ErrorState error={tokens.error} retry={() => void tokens.refetch()} />;
  return (
    <Group justify="center" py={80} gap="sm">
      <Loader size="sm" aria-hidden />
      <Title order={1} fz="lg">
        {t('shell.chat.opening')}
      </Title>
    </Group>
  );
}
