import { randomUUID } from 'node:crypto';
import {
  type SimulatorResponse,
  type SimulatorRequest,
  startSimulatorServer,
} from '../simulator-server.ts';
import { readBody, type TaskSimulator, type TaskSimulatorOptions } from './task-simulator.ts';

interface SunoTask {
  id: string;
  action: string;
  body: Record<string, unknown>;
  submittedMs: number;
  fixed?: { status: string; failReason?: string };
}

export interface SunoSimulatorOptions extends TaskSimulatorOptions {
  /** Some servers send 200 where others send success. */
  numericCodes?: boolean;
}

const SUBMIT = /^\/suno\/submit\/(music|lyrics)$/;
/** Time until a task begins to play, and until it is done. */
const SOUNDS_MS = 10_000;
const DONE_MS = 60_000;

/**
 * Starts a music service (Suno-API) whose tasks progress with the given clock. Prompts with `fail` fail,
 * those with `refuse` are refused.
 */
export async function startSunoSimulator(options: SunoSimulatorOptions): Promise<TaskSimulator> {
  const service = new SunoService(options);
  const server = await startSimulatorServer((call) => service.respond(call), options.port);
  return {
    ...server,
    ids: () => service.ids(),
    decide: (id, status, failReason) => service.decide(id, status, failReason),
    forget: (id) => service.forget(id),
  };
}

class SunoService {
  readonly #options: SunoSimulatorOptions;
  readonly #tasks = new Map<string, SunoTask>();

  constructor(options: SunoSimulatorOptions) {
    this.#options = options;
  }

  ids(): string[] {
    return [...this.#tasks.keys()];
  }

  decide(id: string, status: string, failReason?: string): void {
    const task = this.#tasks.get(id);
    if (task) task.fixed = { status, ...(failReason ? { failReason } : {}) };
  }

  forget(id: string): void {
    this.#tasks.delete(id);
  }

  respond(call: SimulatorRequest): SimulatorResponse {
    const { secret } = this.#options;
    if (secret !== undefined && call.headers.authorization !== `Bearer ${secret}`)
      return wrong(401, 'unauthorized secret token');
    const [, kind] = SUBMIT.exec(call.path) ?? [];
    const body = readBody(call.text);
    if (kind !== undefined) return this.#submit(kind, body);
    if (call.path !== '/suno/fetch') return wrong(404, 'no such path');
    const requestedIds = Array.isArray(body.ids) ? body.ids.map(String) : [];
    return this.#well(
      requestedIds.flatMap((id) => {
        const task = this.#tasks.get(id);
        return task ? [this.#show(task)] : [];
      }),
    );
  }

  #submit(kind: string, body: Record<string, unknown>): SimulatorResponse {
    if (String(body.prompt ?? '').includes('refuse')) return wrong(400, 'the prompt is refused');
    const continued = String(body.task_id ?? '');
    if (continued !== '' && !this.#tasks.has(continued)) return wrong(400, 'task not found');
    const task: SunoTask = {
      id: randomUUID(),
      action: kind.toUpperCase(),
      body,
      submittedMs: this.#options.nowMs(),
    };
    this.#tasks.set(task.id, task);
    return this.#well(task.id);
  }

  #well(data: unknown): SimulatorResponse {
    return { body: { code: this.#options.numericCodes ? 200 : 'success', message: '', data } };
  }

  #show(task: SunoTask): Record<string, unknown> {
    const ageMs = this.#options.nowMs() - task.submittedMs;
    const { status, failReason = '' } = task.fixed ?? naturalState(task, ageMs);
    return {
      task_id: task.id,
      action: task.action,
      status,
      fail_reason: failReason,
      submit_time: Math.floor(task.submittedMs / 1000),
      start_time: ageMs < SOUNDS_MS ? 0 : Math.floor((task.submittedMs + SOUNDS_MS) / 1000),
      finish_time: 0,
      progress: `${Math.min(100, Math.floor((ageMs / DONE_MS) * 100))}%`,
      data: status === 'SUCCESS' || status === 'IN_PROGRESS' ? renderSong(task, status) : null,
    };
  }
}

function naturalState({ action, body }: SunoTask, ageMs: number) {
  if (String(body.prompt ?? '').includes('fail') && ageMs >= SOUNDS_MS)
    return { status: 'FAILURE', failReason: 'the task came out badly' };
  if (action === 'LYRICS' || ageMs >= DONE_MS) return { status: 'SUCCESS' };
  return { status: ageMs < SOUNDS_MS ? 'QUEUED' : 'IN_PROGRESS' };
}

function renderSong({ id, action, body }: SunoTask, status: string): unknown {
  if (action === 'LYRICS')
    return { id, title: 'A task', text: '[Verse]\nla la', status: 'complete' };
  return [1, 2].map((number) => ({
    id: `${id}-${number}`,
    title: String(body.title ?? ''),
    status: status === 'SUCCESS' ? 'complete' : 'streaming',
    audio_url: `https://cdn.example/${id}-${number}.mp3`,
    user_id: 'account-7',
    display_name: 'House account',
    metadata: { tags: body.tags ?? null, prompt: body.prompt ?? null, duration: null },
  }));
}

function wrong(status: number, message: string): SimulatorResponse {
  return { status, body: { code: 'invalid_request', message, data: null } };
}
