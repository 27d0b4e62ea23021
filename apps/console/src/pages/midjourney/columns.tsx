import { Group, Progress, Text } from '@mantine/core';
import type { ImageTask } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { useTranslation } from '../../texts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { CopyText } from '../../ui/display/copy.tsx';
import { shortId } from '../../ui/format/short-id.ts';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { TimeText } from '../../ui/display/time-text.tsx';
import { ActionName } from '../tasks/action-name.tsx';
import { Elapsed } from '../tasks/elapsed.tsx';
import { FailReasonButton } from '../tasks/fail-reason-button.tsx';
import { percentOf, progressColor } from '../tasks/progress.ts';
import { TaskCost } from '../tasks/task-cost.tsx';
import { TaskStatus } from '../tasks/task-status.tsx';

/** What the upstream answered to the submit. */
export function SubmitResult({ code }: { code: number }) {
  const { i18n } = useTranslation();
  return <>{translateEnum(i18n, 'tasks.codes', String(code))}</>;
}

/** How far a drawing is, as a bar and a number. */
export function ProgressBar({ task }: { task: ImageTask }) {
  const { t } = useTranslation();
  const percent = percentOf(task);
  return (
    <Group gap={8} wrap="nowrap" miw={130}>
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

/** The columns of the drawings; administrators also see the channel, what it answered and the status. */
export function imageColumns(t: TFunction, admin: boolean): Column<ImageTask>[] {
  type Key =
    | 'submitted'
    | 'elapsed'
    | 'channel'
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
      mobile: 'title',
      fixed: true,
      render: ({ submit_time }) => <TimeText seconds={submit_time / 1000} />,
    },
    {
      ...column('elapsed'),
      align: 'end',
      render: ({ submit_time, finish }) =>
        finish === 0 ? null : <Elapsed ms={finish - submit_time} />,
    },
    {
      key: 'cost',
      sort: 'cost',
      header: t('tasks.cost'),
      align: 'end',
      render: (task) => <TaskCost task={task} />,
    },
    ...forAdmin([
      {
        ...column('channel'),
        align: 'end',
        render: ({ channel_id }) => (channel_id === 0 ? null : channel_id),
      },
    ]),
    { ...column('action'), render: ({ action }) => <ActionName action={action} /> },
    { ...column('id'), render: ({ mj_id }) => <CopyText text={mj_id} label={shortId(mj_id)} /> },
    ...forAdmin([
      { ...column('result'), render: ({ code }) => <SubmitResult code={code} /> },
      {
        ...column('status'),
        sort: 'status',
        mobile: 'badge',
        render: ({ status }) => <TaskStatus status={status} />,
      },
    ]),
    { ...column('progress'), render: (task) => <ProgressBar task={task} /> },
    {
      ...column('prompt'),
      mobile: 'text',
      render: ({ prompt }) => (
        <Text component="span" size="sm" c="dimmed" lineClamp={1} maw={300}>
          {prompt}
        </Text>
      ),
    },
    {
      ...column('reason'),
      render: ({ fail_reason }) =>
        fail_reason === '' ? null : <FailReasonButton reason={fail_reason} />,
    },
  ];
}
