import { BATCH_STATUSES } from '@tollgate/contract';
import { IconStack2 } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { TaskList } from '../tasks/task-list.tsx';
import { useTaskList } from '../tasks/use-task-list.ts';
import { BatchSums } from './batch-sums.tsx';
import { batchColumns } from './columns.tsx';
import { BatchPeek } from './peek.tsx';

const BATCH_KINDS = { statuses: BATCH_STATUSES };
const SPAN_SECONDS = 30 * 86_400;

/** Batches of calls that providers process within a day; administrators see everybody's. */
export function BatchesPage() {
  const { t } = useTranslation();
  const state = useTaskList('batch', (now) => now - SPAN_SECONDS);
  const { admin, criteria, kind, taskId, again } = state;
  const list = useEndpoint(
    admin ? calls.listBatches : calls.listOwnBatches,
    { query: { ...criteria, ...kind, batch_id: taskId } },
    again,
  );
  const columns = useMemo(() => batchColumns(t, admin), [t, admin]);
  return (
    <TaskList
      state={state}
      list={list}
      icon={IconStack2}
      columns={columns}
      kinds={BATCH_KINDS}
      sums={<BatchSums of={list.data} />}
      Peek={BatchPeek}
    />
  );
}
