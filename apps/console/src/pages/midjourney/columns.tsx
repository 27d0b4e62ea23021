import { Group, Progress } from '@mantine/core';
import type { ImageTask } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { TwoLines } from '../../ui/display/two-lines.tsx';
import { shortId } from '../../ui/format/short-id.ts';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { MomentText } from '../../ui/display/time-text.tsx';
import { ActionName } from '../tasks/action-name.tsx';
import { Elapsed } from '../tasks/elapsed.tsx';
import { FailReasonButton } from '../tasks/fail-reason-button.tsx';
import { partyColumns } from '../tasks/party-columns.tsx';
import { percentOf, progressColor } from '../tasks/progress.ts';
import { TaskCost } from '../tasks/task-cost.tsx';
import { TaskStatus } from '../tasks/task-status.tsx';

/** The upstream's response to the submission. */
export function SubmitResult({ code }: { code: number }) {
  const { i18n } = useTranslation();
  return <>{translateEnum(i18n, 'tasks.codes', String(code))}</>;
}

/** Progress of an image task, as a bar and a number. */
export function ProgressBar({ task }: { task: ImageTask }) {
  const { t } = useTranslation();
  const percent = percentOf(task);
  return (
    <Group gap={8} wrap="nowrap" miw={96}>
      <Progress
        style={{ flex: 1 }}
        value={percent}
        color={progressColor(task)}
        aria-label={t('tasks.columns.progress')}
      />
      <span className="tabular">{`${percent}%`}</span>
    </Group>
  );
}

/**
 * Returns the columns of the image tasks; administrators also see the user, the channel, its response and the
 * status.
 */
export function imageColumns(t: TFunction, admin: boolean): Column<ImageTask>[] {
  type Key =
    | 'submitted'
    | 'elapsed'
    | 'action'
    | 'id'
    | 'result'
    | 'status'
    | 'progress'
    | 'prompt'
    | 'reason';
  const column = (key: Key) => ({ key, header: t(`tasks.columns.${key}`) });
  const forAdmin = (columns: Column<ImageTask>[]) => (admin ? columns : []);
  return [
    {
      ...column('submitted'),
      sort: 'submitted',
      mobile: 'status',
      fixed: true,
      render: ({ submit_time }) => <MomentText seconds={submit_time / 1000} />,
    },
    {
      ...column('elapsed'),
      rank: 1,
      mobile: 'figure',
      align: 'end',
      render: ({ submit_time, finish }) =>
        finish === 0 ? null : <Elapsed ms={finish - submit_time} />,
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
      ...column('action'),
      mobile: 'hidden',
      rank: 1,
      render: ({ action }) => <ActionName action={action} />,
    },
    {
      ...column('id'),
      mobile: 'hidden',
      rank: 2,
      render: ({ mj_id }) => <CopyText text={mj_id} label={shortId(mj_id)} />,
    },
    ...forAdmin([
      {
        ...column('result'),
        mobile: 'hidden',
        rank: 5,
        render: ({ code }) => <SubmitResult code={code} />,
      },
      {
        ...column('status'),
        sort: 'status',
        mobile: 'badge',
        render: ({ status }) => <TaskStatus status={status} />,
      },
    ]),
    {
      ...column('progress'),
      mobile: admin ? 'hidden' : 'badge',
      rank: admin ? 3 : 0,
      render: (task) => <ProgressBar task={task} />,
    },
    {
      ...column('prompt'),
      mobile: 'title',
      render: ({ prompt }) => <TwoLines text={prompt} />,
    },
    {
      ...column('reason'),
      mobile: 'text',
      render: ({ fail_reason }) =>
        fail_reason === '' ? null : <FailReasonButton reason={fail_reason} />,
    },
  ];
}
