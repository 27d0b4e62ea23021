import type { BatchTask } from '@tollgate/contract';
import { listBatches } from '../../store/batches-repository.ts';
import type { Domain } from '../domain.ts';
import type { LogReader } from '../log/log-reading.ts';
import type { TaskQuery } from '../tasks/list-tasks.ts';
import { presentTaskParties, type TaskReader, withTeams } from '../tasks/present-task-parties.ts';
import type { Batch } from './batch-holds.ts';
import type { BatchFault } from './batch-report.ts';

/** Returns one page of batches: those of one owner, who must not see the routing, or of all users. */
export async function readBatches(
  domain: Pick<Domain, 'store' | 'catalog'>,
  query: TaskQuery & { batch_id: string },
  reader: LogReader,
) {
  const filter = {
    userId: reader.ownerId,
    batchId: query.batch_id,
    channelId: query.channel_id ?? 0,
    status: query.status ?? '',
    username: query.username ?? '',
    start: query.start_timestamp,
    end: query.end_timestamp,
    sort: query.sort ?? '',
  } as const;
  const pagination = { page: query.p, pageSize: query.page_size };
  const { items, page, pageSize, total, totalIsExact, totals } = await listBatches(
    domain.store.reader,
    filter,
    pagination,
  );
  const taskReader = await withTeams(domain, reader, items);
  return {
    items: items.map((batch) => present(domain, batch, taskReader)),
    page,
    page_size: pageSize,
    total,
    total_is_exact: totalIsExact,
    totals,
  };
}

function present(domain: Pick<Domain, 'catalog'>, batch: Batch, reader: TaskReader): BatchTask {
  const { total, completed, failed, errors } = batch;
  const done = total === 0 ? 0 : Math.floor(((completed + failed) / total) * 100);
  const [fault] = errors === '' ? [] : (JSON.parse(errors) as BatchFault[]);
  return {
    id: batch.id,
    created_at: batch.created_at,
    ended_at: batch.ended_at,
    user_id: batch.user_id,
    ...presentTaskParties(domain, batch, reader),
    batch_id: batch.batch_id,
    model_name: batch.model_name,
    endpoint: batch.endpoint,
    status: batch.status,
    total,
    completed,
    failed,
    progress: `${Math.min(100, done)}%`,
    fail_reason: fault?.message ?? '',
    hold: batch.ended_at === 0 ? batch.hold : 0,
    quota: batch.charge,
  };
}
