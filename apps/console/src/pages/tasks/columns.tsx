import { Group } from '@mantine/core';
import type { MusicTask } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { shortId } from '../../ui/format/short-id.ts';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { ProgressRing } from '../../ui/feedback/progress-ring.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { ActionName } from './action-name.tsx';
import { Elapsed } from './elapsed.tsx';
import { partyColumns } from './party-columns.tsx';
import { percentOf, progressColor } from './progress.ts';
import { FailReasonButton } from './fail-reason-button.tsx';
import { TaskCost } from './task-cost.tsx';
import { TaskStatus } from './task-status.tsx';

/** The platform that runs a task, by its own name. */
export function PlatformName({ platform }: { platform: string }) {
  const { i18n } = useTranslation();
  return <>{translateEnum(i18n, 'tasks.platforms', platform)}</>;
}

/** The progress of a task, as a circle and a number. */
function CircularProgress({ task, label }: { task: MusicTask; label: string }) {
  const percent = percentOf(task);
  return (
    <Group gap={8} wrap="nowrap">
      <ProgressRing percent={percent} color={progressColor(task)} label={label} />
      <span className="tabular">{`${percent}%`}</span>
    </Group>
  );
}

/** Returns the columns of the music tasks; administrators also see the user and the channel. */
export function musicColumns(t: TFunction, admin: boolean): Column<MusicTask>[] {
  type Key =
    | 'submitted'
    | 'finished'
    | 'progress'
    | 'elapsed'
    | 'platform'
    | 'action'
    | 'id'
    | 'status'
    | 'reason';
  const column = (key: Key) => ({ key, header: t(`tasks.columns.${key}`) });
  return [
    {
      ...column('submitted'),
      sort: 'submitted',
      mobile: 'status',
      fixed: true,
      render: ({ submit_time }) => <MomentText seconds={submit_time} />,
    },
    {
      ...column('finished'),
      mobile: 'hidden',
      rank: 4,
      render: ({ finish_time }) =>
        finish_time === 0 ? null : <MomentText seconds={finish_time} />,
    },
    {
      ...column('progress'),
      mobile: 'hidden',
      rank: 1,
      render: (task) => <CircularProgress task={task} label={t('tasks.columns.progress')} />,
    },
    {
      ...column('elapsed'),
      rank: 1,
      mobile: 'figure',
      align: 'end',
      render: ({ submit_time, finish_time }) =>
        finish_time === 0 ? null : <Elapsed ms={(finish_time - submit_time) * 1000} />,
    },
    {
      key: 'cost',
      mobile: 'figure',
      sort: 'cost',
      header: t('tasks.cost'),
      align: 'end',
      render: (task) => <TaskCost task={task} />,
    },
    ...partyColumns(t, admin),
    {
      ...column('platform'),
      mobile: 'hidden',
      rank: 2,
      render: ({ platform }) => <PlatformName platform={platform} />,
    },
    {
      ...column('action'),
      mobile: 'title',
      render: ({ action }) => <ActionName action={action} />,
    },
    {
      ...column('id'),
      mobile: 'hidden',
      rank: 1,
      render: ({ task_id }) => <CopyText text={task_id} label={shortId(task_id)} />,
    },
    {
      ...column('status'),
      sort: 'status',
      mobile: 'badge',
      render: ({ status }) => <TaskStatus status={status} />,
    },
    {
      ...column('reason'),
      mobile: 'text',
      render: ({ fail_reason }) =>
        fail_reason === '' ? (
          <span className="none">{t('tasks.noReason')}</span>
        ) : (
          <FailReasonButton reason={fail_reason} />
        ),
    },
  ];
}
