import { IMAGE_TASK_ACTIONS, IMAGE_TASK_STATUSES } from '@tollgate/contract';
import { IconBrush } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { TaskSums } from '../tasks/task-sums.tsx';
import { TaskList } from '../tasks/task-list.tsx';
import { useTaskList } from '../tasks/use-task-list.ts';
import { imageColumns } from './columns.tsx';
import { ImagePeek } from './peek.tsx';

const IMAGE_KINDS = { statuses: IMAGE_TASK_STATUSES, actions: IMAGE_TASK_ACTIONS };
const SPAN_SECONDS = 30 * 86_400;

/** Image tasks; administrators see everybody's. */
export function ImageTasksPage() {
  const { t } = useTranslation();
  const state = useTaskList('image', (now) => now - SPAN_SECONDS);
  const { admin, kind, taskId, again } = state;
  const { start_timestamp, end_timestamp, ...criteria } = state.criteria;
  // Image tasks have times in milliseconds, the query parameters in seconds.
  const times = {
    start_timestamp: start_timestamp * 1000,
    end_timestamp: end_timestamp * 1000,
  };
  const list = useEndpoint(
    admin ? calls.listImageTasks : calls.listOwnImageTasks,
    { query: { ...criteria, ...kind, ...times, mj_id: taskId } },
    again,
  );
  const columns = useMemo(() => imageColumns(t, admin), [t, admin]);
  return (
    <TaskList
      state={state}
      list={list}
      icon={IconBrush}
      columns={columns}
      kinds={IMAGE_KINDS}
      sums={<TaskSums of={list.data} />}
      Peek={ImagePeek}
    />
  );
}
