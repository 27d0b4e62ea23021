import { maskSecrets } from '@tollgate/dialects';
import { isObject, textOf } from '../../platform/lenient-json.ts';
import { readProgress, readTime, storableText, type TaskReport } from './task-report.ts';

/** The fields of an image task that owners see, by the upstream's names. */
const SHOWN = [
  'prompt',
  'promptEn',
  'description',
  'state',
  'imageUrl',
  'imageUrls',
  'imageWidth',
  'imageHeight',
  'thumbnailUrl',
  'videoUrl',
  'videoUrls',
  'buttons',
  'botType',
  'mode',
  'seed',
];
/** Properties that would reveal the operator's accounts and URLs. */
const HIDDEN = new Set(['notifyHook', 'discordInstanceId', 'discordChannelId', 'nonce']);
const STATUSES = new Set(['NOT_START', 'SUBMITTED', 'MODAL', 'IN_PROGRESS', 'SUCCESS', 'FAILURE']);

/** Reads the image tasks in the response to a list request; undefined if it is something else. */
export function readImageTaskReports(response: unknown): TaskReport[] | undefined {
  if (!Array.isArray(response)) return undefined;
  return response.filter(isObject).flatMap((task) => readImageTask(task) ?? []);
}

function readImageTask(task: Record<string, unknown>): TaskReport | undefined {
  const { id } = task;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const reportedStatus = textOf(task.status).toUpperCase();
  const cancelled = reportedStatus === 'CANCEL';
  const status = STATUSES.has(reportedStatus)
    ? reportedStatus
    : cancelled
      ? 'FAILURE'
      : 'SUBMITTED';
  const failReason = maskSecrets(storableText(task.failReason));
  return {
    upstreamId: String(id),
    status,
    progress: status === 'SUCCESS' ? '100%' : readProgress(task.progress),
    failReason: status === 'FAILURE' ? failReason || reasonOf(cancelled) : '',
    startTime: readTime(task.startTime, 1),
    data: {
      ...Object.fromEntries(
        SHOWN.flatMap((name) => {
          const value = task[name];
          return value === undefined || value === null ? [] : [[name, value]];
        }),
      ),
      ...(isObject(task.properties) ? { properties: withoutHidden(task.properties) } : {}),
    },
  };
}

const reasonOf = (cancelled: boolean) =>
  cancelled ? 'reason_task_cancelled' : 'reason_task_failed';

/** Returns the properties of an image task or submit response, without those hidden from its owner. */
export function withoutHidden(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !HIDDEN.has(name)));
}
