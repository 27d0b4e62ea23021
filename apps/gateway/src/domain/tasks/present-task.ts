import type { TaskRow } from '../../store/tasks-repository.ts';
import type { Domain } from '../domain.ts';
import { type Language, readReason } from '../error-texts.ts';
import { taskImageUrl } from './task-image-url.ts';

/** Returns a task as its owner sees it through the relay, in its platform's format. */
export function presentTask(
  domain: Pick<Domain, 'options'>,
  task: TaskRow,
  language: Language,
): Record<string, unknown> {
  return task.platform === 'mj'
    ? presentImageTask(domain, task, language)
    : presentMusicTask(task, language);
}

function presentImageTask(
  domain: Pick<Domain, 'options'>,
  task: TaskRow,
  language: Language,
): Record<string, unknown> {
  const {
    costFactor: _factor,
    sourceUrl: _source,
    ...data
  } = JSON.parse(task.data) as Record<string, unknown>;
  if (domain.options.boolean('MjForwardUrlEnabled')) {
    // Hides the upstream's URLs.
    delete data['imageUrls'];
    delete data['thumbnailUrl'];
  }
  return {
    prompt: '',
    promptEn: '',
    description: '',
    state: '',
    buttons: [],
    properties: {},
    ...data,
    id: task.task_id,
    action: task.action,
    status: task.status,
    progress: task.progress,
    submitTime: task.submit_time,
    startTime: task.start_time,
    finishTime: task.finish_time,
    failReason: readReason(task.fail_reason, language),
    imageUrl: taskImageUrl(domain, task),
  };
}

const toSeconds = (ms: number) => Math.floor(ms / 1000);

function presentMusicTask(task: TaskRow, language: Language): Record<string, unknown> {
  const { data = null } = JSON.parse(task.data) as { data?: unknown };
  return {
    task_id: task.task_id,
    action: task.action,
    status: task.status,
    fail_reason: readReason(task.fail_reason, language),
    submit_time: toSeconds(task.submit_time),
    start_time: toSeconds(task.start_time),
    finish_time: toSeconds(task.finish_time),
    progress: task.progress,
    data,
  };
}
