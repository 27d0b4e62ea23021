import { Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { elapsedTone } from './progress.ts';

/** How long a task took, in seconds with one decimal, so that a column aligns. */
export function Elapsed({ ms }: { ms: number }) {
  const { t } = useTranslation();
  const took = Math.max(0, ms);
  return (
    <Text component="span" inherit className="tabular" c={`var(--status-${elapsedTone(took)})`}>
      {t('tasks.seconds', { seconds: (took / 1000).toFixed(1) })}
    </Text>
  );
}
