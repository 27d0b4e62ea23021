import { advanceTask, type TaskRow } from '../../store/tasks-repository.ts';
import type { Domain } from '../domain.ts';
import { endTask } from './end-task.ts';
import { notifyTaskOwner } from './notify-task-owner.ts';
import { isFinal, type TaskReport } from './task-report.ts';

type ApplyTaskReportContext = Pick<
  Domain,
  'clock' | 'log' | 'store' | 'options' | 'taskTools' | 'wallet'
>;

/** The limit on stored upstream data; no real task has more. */
const DATA_CHARACTERS_MAX = 128 * 1024;

/**
 * Applies an upstream's report to a task, and notifies its owner of changes. A report without a status is a
 * failure that we detected.
 */
export async function applyTaskReport(
  domain: ApplyTaskReportContext,
  task: TaskRow,
  report: Partial<TaskReport> & Pick<TaskReport, 'failReason'>,
): Promise<void> {
  const changed = await write(domain, task, report);
  if (changed) notifyTaskOwner(domain, changed);
}

async function write(
  domain: ApplyTaskReportContext,
  task: TaskRow,
  {
    status = 'FAILURE',
    failReason,
    progress,
    startTime,
    data,
  }: Partial<TaskReport> & Pick<TaskReport, 'failReason'>,
): Promise<TaskRow | undefined> {
  const changes = {
    progress: progress || task.progress,
    start_time: startTime || task.start_time,
    data: data ? mergeData(task.data, data) : task.data,
  };
  if (isFinal(status)) {
    const end = status === 'SUCCESS' ? status : 'FAILURE';
    return endTask(domain, task, { status: end, failReason, reported: changes });
  }
  const isNew =
    status !== task.status || changes.progress !== task.progress || changes.data !== task.data;
  if (!isNew) return undefined;
  return advanceTask(domain.store.db, task.id, { status, ...changes });
}

/** Merges known and newly reported data; oversized data is ignored. */
function mergeData(known: string, reportedData: Record<string, unknown>): string {
  const merged = JSON.stringify({ ...(JSON.parse(known) as object), ...reportedData });
  return merged.length <= DATA_CHARACTERS_MAX ? merged : known;
}
