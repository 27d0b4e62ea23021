import { Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { elapsedTone } from './progress.ts';

/** How long a task took, in seconds with at most one decimal. */
export function Elapsed({ ms }: { ms: number }) {
  const { t } = useTranslation();
  const took = Math.max(0, ms);
  return (
    <Text component="span" inherit className="tabular" c={`var(--status-${elapsedTone(took)})`}>
      {t('tasks.seconds', { seconds: Math.round(took / 100) / 10 })}
    </Text>
  );
}
