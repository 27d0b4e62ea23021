import { Alert } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { formatTime } from '../../ui/format/format-time.ts';

/** Shown while the log store is unavailable: older rows exist, but can't be shown now. */
export function RecentRowsOnly({ since }: { since: number | undefined }) {
  const { t } = useTranslation();
  if (since === undefined) return null;
  return (
    <Alert color="yellow" variant="light" mb="sm" role="status">
      {t('logs.recentOnly', { time: formatTime(since) })}
    </Alert>
  );
}
