import { Stack } from '@mantine/core';
import type { BatchTask } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { Money } from '../../ui/display/money.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { FailReason, RecordButton, TaskParties } from '../tasks/task-details.tsx';
import { TaskStatus } from '../tasks/task-status.tsx';

/** All details of one batch. */
export function BatchPeek({ task: batch }: { task: BatchTask }) {
  const { t } = useTranslation();
  const { completed, failed, total } = batch;
  return (
    <Stack gap="md">
      <TaskStatus status={batch.status} />
      <DescriptionList>
        <DescriptionItem name={t('tasks.batch.id')}>
          <CopyText text={batch.batch_id} />
        </DescriptionItem>
        <DescriptionItem name={t('tasks.batch.model')}>{batch.model_name}</DescriptionItem>
        <DescriptionItem name={t('tasks.batch.endpoint')}>{batch.endpoint}</DescriptionItem>
        <DescriptionItem name={t('tasks.batch.requests')}>
          {t('tasks.batch.counts', { completed, failed, total })}
        </DescriptionItem>
        <DescriptionItem name={t('tasks.columns.submitted')}>
          <TimeText seconds={batch.created_at} precise />
        </DescriptionItem>
        <DescriptionItem name={t('tasks.columns.finished')} show={batch.ended_at !== 0}>
          <TimeText seconds={batch.ended_at} precise />
        </DescriptionItem>
        <TaskParties task={batch} />
        <DescriptionItem name={t('tasks.batch.held')} show={batch.ended_at === 0}>
          <Money quota={batch.hold} exact />
        </DescriptionItem>
        <DescriptionItem name={t('tasks.batch.cost')} show={batch.ended_at !== 0}>
          <Money quota={batch.quota} exact />
        </DescriptionItem>
      </DescriptionList>
      <FailReason reason={batch.fail_reason} />
      <RecordButton id={batch.batch_id} task={batch} />
    </Stack>
  );
}
