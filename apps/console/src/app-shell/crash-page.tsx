import { Button, Code, Stack, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../api/call-endpoint.ts';
import { connection } from '../api/connection.ts';

/** What is shown when a page breaks or can't be fetched: the reason and a way on, never a blank screen. */
export function CrashPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const message = error instanceof Error ? error.message : String(error);
  const inWords = error instanceof ApiError;
  const unreached = inWords && error.status === 0;
  useEffect(() => {
    if (!unreached) return undefined;
    // The piece that is missing is not asked for again by itself.
    return connection.subscribe(() => connection.read().state === 'back' && location.reload());
  }, [unreached]);
  return (
    <Stack align="center" gap="sm" py={80} role="alert">
      <Title order={1}>{inWords ? message : t('shell.crash.title')}</Title>
      {inWords ? null : <Code maw={640}>{message}</Code>}
      <Button onClick={() => location.reload()}>{t('shell.crash.reload')}</Button>
    </Stack>
  );
}
