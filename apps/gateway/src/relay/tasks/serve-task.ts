import { findAmbiguousTaskName } from '@tollgate/dialects';
import { languageOf } from '../../domain/error-texts.ts';
import { requestTaskChannel } from '../../domain/tasks/request-task-channel.ts';
import { readObject, textOf } from '../../platform/lenient-json.ts';
import { findOwnTask, findOwnTasks } from '../../domain/tasks/find-task.ts';
import { presentTask } from '../../domain/tasks/present-task.ts';
import type { Task, TaskPlatform } from '../../domain/tasks/task.ts';
import { storableText } from '../../domain/tasks/task-report.ts';
import { AppError } from '../../platform/app-error.ts';
import type { RelayRequest } from '../relay-call.ts';
import type { InferenceContext } from '../inference-context.ts';
import type { Caller } from '../caller.ts';
import { readJsonObject } from '../request/read-json-object.ts';
import { submitTask } from './submit-task.ts';
import { type TaskBody, taskInvalid } from './task-plan.ts';
import type { TaskWork } from './task-routes.ts';
import { writeTaskResponse } from './write-task-response.ts';

/** Bodies contain images, sometimes several. */
const BODY_BYTES_MAX = 64 * 1024 * 1024;
const IDS_MAX = 100;
const SEED_MS = 30_000;

/** Serves an owner's call about tasks. Queries are answered from our own table. */
export async function serveTask(
  services: InferenceContext,
  incoming: RelayRequest,
  work: TaskWork,
  caller: Caller,
): Promise<void> {
  const { domain } = services;
  const language = languageOf(incoming.request.headers['accept-language']);
  if (work.what === 'submit') {
    const isOn = domain.options.boolean(work.platform === 'mj' ? 'DrawingEnabled' : 'TaskEnabled');
    if (!isOn) throw new AppError('relay_tasks_disabled');
    return submitTask(
      services,
      { incoming, work, caller, language },
      await readJson(services, incoming, work.platform),
    );
  }
  const owner = { platform: work.platform, userId: caller.holder.userId };
  if (work.what === 'list') {
    const ids = idsIn(await readJson(services, incoming, work.platform));
    const found = await findOwnTasks(domain, owner, ids);
    const tasks = found.map((task) => presentTask(domain, task, language));
    return writeTaskResponse(incoming, inEnvelope(work.platform, tasks));
  }
  const task = await findOwnTask(domain, owner, work.id);
  if (work.what === 'seed') return writeTaskResponse(incoming, await fetchSeed(services, task));
  writeTaskResponse(incoming, inEnvelope(work.platform, presentTask(domain, task, language)));
}

async function readJson(
  services: InferenceContext,
  incoming: RelayRequest,
  platform: TaskPlatform,
): Promise<TaskBody> {
  const body = await readJsonObject(services, incoming, BODY_BYTES_MAX);
  const ambiguous = findAmbiguousTaskName(platform, Object.keys(body));
  if (ambiguous) throw taskInvalid(ambiguous.param ?? '');
  return body;
}

function idsIn(body: TaskBody): string[] {
  const ids = body['ids'] ?? [];
  if (!Array.isArray(ids) || ids.length > IDS_MAX) throw taskInvalid('ids');
  return ids.map(String);
}

function inEnvelope(platform: TaskPlatform, data: unknown): unknown {
  return platform === 'mj' ? data : { code: 'success', message: '', data };
}

/** Fetches the seed of an image, which only its upstream knows. */
async function fetchSeed({ domain }: InferenceContext, task: Task): Promise<unknown> {
  const channel = domain.catalog.find(task.channel_id);
  const data = JSON.parse(task.data) as { seed?: unknown };
  const seed = data.seed ?? '';
  if (typeof seed === 'string' && seed !== '')
    return { code: 1, description: '', result: seed, properties: {} };
  if (!channel || task.upstream_id === '') throw new AppError('relay_task_channel_gone');
  const key = channel.variants.find(({ keyFingerprint: name }) => name === task.channel_key);
  const path = `/mj/task/${encodeURIComponent(task.upstream_id)}/image-seed`;
  const request = { channel: key ?? channel, path, timeoutMs: SEED_MS };
  const response = await requestTaskChannel(domain.taskTools.channels, request).catch(
    (error: unknown) => {
      throw new AppError('relay_upstream_unreachable', {}, { cause: error });
    },
  );
  const { code, result } = readObject(response.text);
  if (code !== 1) throw new AppError('relay_upstream_failed', { model: task.model_name });
  return { code, description: '', result: storableText(textOf(result)), properties: {} };
}
