import { maskSecrets } from '@tollgate/dialects';
import { isObject, textOf } from '../../platform/lenient-json.ts';
import { readProgress, readTime, storableText, type TaskReport } from './task-report.ts';

const STATUSES = new Set(['NOT_START', 'SUBMITTED', 'QUEUED', 'IN_PROGRESS', 'SUCCESS', 'FAILURE']);

/** Returns whether a code means success; servers of this kind use either. */
export function isSuccess(code: unknown): boolean {
  return code === 'success' || code === 200;
}

/** Reads the tasks in the response to a list request; undefined if it is something else. */
export function readMusicTaskReports(response: unknown): TaskReport[] | undefined {
  if (!isObject(response) || !isSuccess(response.code) || !Array.isArray(response.data))
    return undefined;
  return response.data.filter(isObject).flatMap((task) => readMusicTask(task) ?? []);
}

function readMusicTask(task: Record<string, unknown>): TaskReport | undefined {
  const { task_id: id, data = null } = task;
  if (typeof id !== 'string') return undefined;
  const reportedStatus = textOf(task.status).toUpperCase();
  const failed = reportedStatus === 'FAIL';
  const status = STATUSES.has(reportedStatus) ? reportedStatus : failed ? 'FAILURE' : 'UNKNOWN';
  const failReason = maskSecrets(storableText(task.fail_reason) || errorIn(data));
  return {
    upstreamId: id,
    status,
    progress: status === 'SUCCESS' ? '100%' : readProgress(task.progress),
    failReason: status === 'FAILURE' ? failReason || 'reason_task_failed' : '',
    startTime: readTime(task.start_time, 1000),
    data: { data: withoutAccount(data) },
  };
}

/** Returns the error that a failed clip reports. */
function errorIn(data: unknown): string {
  for (const clip of Array.isArray(data) ? data : []) {
    const { metadata } = isObject(clip) ? clip : {};
    if (!isObject(metadata)) continue;
    const message = storableText(metadata.error_message) || storableText(metadata.error_type);
    if (message !== '') return message;
  }
  return '';
}

/** Members that identify the upstream account of a clip. */
const ACCOUNT = new Set(['user_id', 'display_name', 'handle', 'is_handle_updated']);

function withoutAccount(data: unknown): unknown {
  if (!Array.isArray(data)) return data;
  return data.map((clip: unknown) =>
    isObject(clip)
      ? Object.fromEntries(Object.entries(clip).filter(([name]) => !ACCOUNT.has(name)))
      : clip,
  );
}
