import { MUSIC_TASK_STATUSES } from '@tollgate/contract';
import { IconMusic } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { musicColumns } from './columns.tsx';
import { MusicPeek } from './peek.tsx';
import { TaskSums } from './task-sums.tsx';
import { TaskList } from './task-list.tsx';
import { useTaskList } from './use-task-list.ts';

const MUSIC_KINDS = { statuses: MUSIC_TASK_STATUSES, actions: ['MUSIC', 'LYRICS'] };
const EARLIER_DAYS = 30;
const startOfToday = () => dayjs.unix(unixSeconds()).startOf('day').unix();

/** Music and text tasks; administrators see everybody's. */
export function MusicTasksPage() {
  const { t } = useTranslation();
  const state = useTaskList('music', startOfToday);
  const { admin, criteria, kind, taskId, again, setQuery } = state;
  const list = useEndpoint(
    admin ? calls.listMusicTasks : calls.listOwnMusicTasks,
    { query: { ...criteria, ...kind, task_id: taskId } },
    again,
  );
  const columns = useMemo(() => musicColumns(t, admin), [t, admin]);
  return (
    <TaskList
      state={state}
      list={list}
      icon={IconMusic}
      columns={columns}
      kinds={MUSIC_KINDS}
      sums={<TaskSums of={list.data} />}
      emptyAction={{
        label: t('tasks.music.empty.earlier', { days: EARLIER_DAYS }),
        run: () =>
          setQuery({ start_timestamp: startOfToday() - EARLIER_DAYS * 86_400, end_timestamp: 0 }),
      }}
      Peek={MusicPeek}
    />
  );
}
