import { Alert, Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';

/** How far the big test is. It runs on the server, so it goes on when this page is left. */
export function TestProgress() {
  const { t } = useTranslation();
  const progress = useEndpoint(calls.getTestProgress, {}, { refetchIntervalMs: 3000 });
  if (!progress.data?.running) return null;
  const { done, total, failed } = progress.data;
  return (
    <Alert
      mb="sm"
      color="gate"
      variant="light"
      title={t('channels.test.progress', { done, total, failed })}
    >
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label={t('channels.menu.testAll')}
      />
    </Alert>
  );
}
