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

/** How long what is missing is read before the keys are shown. */
const READING_MS = 1500;

/** Leads to the outside chat with an own key, or to the keys where that can't be. */
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
      // Not a step of the history: Back would come here and lead away again.
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
