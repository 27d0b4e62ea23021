import { Group } from '@mantine/core';
import type { BatchTask } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { Money } from '../../ui/display/money.tsx';
import { ProgressRing } from '../../ui/feedback/progress-ring.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { shortId } from '../../ui/format/short-id.ts';
import { partyColumns } from '../tasks/party-columns.tsx';
import { percentOf, progressColor } from '../tasks/progress.ts';
import { TaskStatus } from '../tasks/task-status.tsx';

/** Returns the columns of the batch list; administrators also see the user and the channel. */
export function batchColumns(t: TFunction, admin: boolean): Column<BatchTask>[] {
  type Key = 'submitted' | 'finished' | 'progress' | 'id' | 'status';
  const column = (key: Key) => ({ key, header: t(`tasks.columns.${key}`) });
  const batchColumn = (key: 'id' | 'model' | 'requests' | 'cost') => ({
    key,
    header: t(`tasks.batch.${key}`),
  });
  return [
    {
      ...column('submitted'),
      sort: 'submitted',
      mobile: 'status',
      fixed: true,
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    {
      ...column('status'),
      sort: 'status',
      mobile: 'badge',
      render: ({ status }) => <TaskStatus status={status} />,
    },
    {
      ...column('progress'),
      mobile: 'hidden',
      rank: 1,
      render: (batch) => (
        <Group gap={8} wrap="nowrap">
          <ProgressRing
            percent={percentOf(batch)}
            color={progressColor(batch)}
            label={t('tasks.columns.progress')}
          />
          <span className="tabular">{batch.progress}</span>
        </Group>
      ),
    },
    ...partyColumns(t, admin),
    { ...batchColumn('model'), mobile: 'title', render: ({ model_name }) => model_name },
    {
      ...batchColumn('requests'),
      mobile: 'figure',
      align: 'end',
      render: ({ completed, failed, total }) => (
        <span className="tabular">
          {failed > 0 ? (
            <span style={{ color: 'var(--bad)' }}>
              {t('tasks.batch.failedOf', { count: failed })}
              {t('ui.comma')}
            </span>
          ) : null}
          {t('tasks.batch.doneOf', { completed, total })}
        </span>
      ),
    },
    {
      ...batchColumn('cost'),
      mobile: 'figure',
      sort: 'cost',
      align: 'end',
      render: ({ ended_at, quota }) => (ended_at === 0 ? null : <Money quota={quota} />),
    },
    {
      ...column('finished'),
      mobile: 'hidden',
      rank: 2,
      render: ({ ended_at }) => (ended_at === 0 ? null : <MomentText seconds={ended_at} />),
    },
    {
      ...batchColumn('id'),
      mobile: 'hidden',
      render: ({ batch_id }) => <CopyText text={batch_id} label={shortId(batch_id)} />,
    },
  ];
}
