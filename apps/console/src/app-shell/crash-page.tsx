import { Button, Code, Stack, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** What is shown when a page breaks: the reason and a way on, never a blank screen. */
export function CrashPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  return (
    <Stack align="center" gap="sm" py={80} role="alert">
      <Title order={1}>{t('shell.crash.title')}</Title>
      <Code maw={640}>{error instanceof Error ? error.message : String(error)}</Code>
      <Button onClick={() => location.reload()}>{t('shell.crash.reload')}</Button>
    </Stack>
  );
}
