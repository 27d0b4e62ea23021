import { Button, Code, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../api/call-endpoint.ts';
import { useTranslation } from '../texts.tsx';
import { isErrorShown, watchShownErrors } from '../ui/feedback/shown-errors.ts';

/** Long enough for the page to show an error itself. */
const SETTLE_MS = 200;
const NOT_FOUND = 404;

/**
 * Says why a part of the page is missing, if nothing else does, and reads what failed again: figures and charts
 * beside a list fail without words of their own.
 */
export function FailedReads() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const error = useUnshownError(client);
  if (!error) return null;
  return (
    <Group className="connection-bar" data-state="lost" gap="sm" wrap="nowrap" role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <Text size="sm" className="connection-words">
        {t('shell.connection.partly', { reason: error.message })}{' '}
        {error instanceof ApiError && error.requestId ? <Code>{error.requestId}</Code> : null}
      </Text>
      <Button
        size="xs"
        variant="default"
        onClick={() =>
          void client.refetchQueries({
            type: 'active',
            predicate: ({ state }) => state.status === 'error',
          })
        }
      >
        {t('ui.retry')}
      </Button>
    </Group>
  );
}

function useUnshownError(client: QueryClient): Error | undefined {
  const [error, setError] = useState<Error | undefined>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      // Not put off by what happens meanwhile: something always does on a page that counts seconds.
      timer ??= setTimeout(() => {
        timer = undefined;
        setError(findUnshown(client));
      }, SETTLE_MS);
    };
    const stopCache = client.getQueryCache().subscribe(look);
    const stopShown = watchShownErrors(look);
    look();
    return () => {
      clearTimeout(timer);
      stopCache();
      stopShown();
    };
  }, [client]);
  return error;
}

/**
 * Finds an error on this page that left something empty and that is shown nowhere. A lost gateway has its own
 * bar, the site's status its own alert, and what no longer exists is named by its ID.
 */
function findUnshown(client: QueryClient): Error | undefined {
  const failed = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return failed
    .filter(({ state, queryKey }) => state.data === undefined && queryKey[0] !== 'status')
    .flatMap(({ state: { error } }) => error ?? [])
    .find((error) => !isErrorShown(error) && !(error instanceof ApiError && isSilent(error)));
}

const isSilent = ({ status }: ApiError) => status === 0 || status === 401 || status === NOT_FOUND;
