import { maskSecrets } from '@tollgate/dialects';
import { isObject } from '../../platform/lenient-json.ts';
import { readProgress, storableText, type TaskReport } from './task-report.ts';

/** What owners see of a drawing, as the drawing service calls it. */
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
/** Of its properties what tells of the house's accounts and addresses. */
const HIDDEN = new Set(['notifyHook', 'discordInstanceId', 'discordChannelId', 'nonce']);
const STATUSES = new Set(['NOT_START', 'SUBMITTED', 'MODAL', 'IN_PROGRESS', 'SUCCESS', 'FAILURE']);

/** The drawings in an answer to a question about some; undefined where it is no such answer. */
export function readImageTaskReports(answer: unknown): TaskReport[] | undefined {
  if (!Array.isArray(answer)) return undefined;
  return answer.filter(isObject).flatMap((task) => readDrawing(task) ?? []);
}

function readDrawing(task: Record<string, unknown>): TaskReport | undefined {
  const { id } = task;
  if (typeof id !== 'string' && typeof id !== 'number') return undefined;
  const told = String(task.status ?? '').toUpperCase();
  const cancelled = told === 'CANCEL';
  const status = STATUSES.has(told) ? told : cancelled ? 'FAILURE' : 'SUBMITTED';
  const said = maskSecrets(storableText(task.failReason));
  return {
    upstreamId: String(id),
    status,
    progress: status === 'SUCCESS' ? '100%' : readProgress(task.progress),
    failReason: status === 'FAILURE' ? said || reasonOf(cancelled) : '',
    startTime: Number.isSafeInteger(task.startTime) ? Number(task.startTime) : 0,
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

/** The properties of a drawing or of the answer to a submit, without what its owner must not see. */
export function withoutHidden(properties: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !HIDDEN.has(name)));
}
