import { Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';

/** The charge of a task, and below it the refund after a failure. */
export function TaskCost({ task }: { task: { quota: number; refunded: boolean } }) {
  const { t } = useTranslation();
  return (
    <span className="tabular" style={{ display: 'inline-block', textAlign: 'end' }}>
      <Money quota={task.quota} />
      {task.refunded ? (
        <Text component="span" display="block" fz={12} c="dimmed" title={t('tasks.refunded')}>
          −<Money quota={task.quota} focusable={false} />
        </Text>
      ) : null}
    </span>
  );
}
