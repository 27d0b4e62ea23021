import {
  type SimulatorResponse,
  type SimulatorRequest,
  startSimulatorServer,
} from '../simulator-server.ts';
import { POINT } from './point.ts';
import { readBody, type TaskSimulator, type TaskSimulatorOptions } from './task-simulator.ts';

interface MidjourneyTask {
  id: string;
  action: string;
  prompt: string;
  state: string;
  submittedMs: number;
  notifyHook: string;
  /** Whether it waits for the modal. */
  modal: boolean;
  /** A state set by a test. */
  fixed?: { status: string; failReason?: string };
}

/** A task service (midjourney-proxy, plus version) whose tasks progress with the given clock. */
export interface MidjourneySimulator extends TaskSimulator {
  /** Appends this to the URLs of images from now on. */
  appendToImages(query: string): void;
  /** Sends the service's webhook for a changed task; returns the response status. */
  notify(id: string): Promise<number>;
}

const SUBMIT = /^\/mj\/(?:submit\/([\w-]+)|insight-face\/(swap))$/;
const FETCH = /^\/mj\/task\/([^/]+)\/(fetch|image-seed)$/;
/** Time until a task begins, and until it is done. */
const BEGINS_MS = 2_000;
const DONE_MS = 30_000;

const ACTIONS: Readonly<Record<string, string>> = {
  imagine: 'IMAGINE',
  describe: 'DESCRIBE',
  blend: 'BLEND',
  shorten: 'SHORTEN',
  swap: 'SWAP_FACE',
  video: 'VIDEO',
  edits: 'EDITS',
};

/**
 * Prompts determine the outcome: `banned` is refused with 24, `full` with 23, `saturated` with 30, `invalid`
 * with 4, `accounts` with 3, `broken` with status 500, `mute` never responds, `queue` is accepted with 22,
 * `fail` fails halfway, `lose` is forgotten. A button for inpainting waits for the modal (21).
 */
export async function startMidjourneySimulator(
  options: TaskSimulatorOptions,
): Promise<MidjourneySimulator> {
  const service = new MidjourneyService(options);
  const server = await startSimulatorServer(
    (call, url) => service.respond(call, url),
    options.port,
  );
  service.url = server.url;
  return {
    ...server,
    appendToImages: (query) => {
      service.imageQuery = query;
    },
    ids: () => service.ids(),
    decide: (id, status, failReason) => service.decide(id, status, failReason),
    forget: (id) => service.forget(id),
    notify: (id) => service.notify(id),
  };
}

class MidjourneyService {
  url = '';
  imageQuery = '';
  readonly #secret: string | undefined;
  readonly #nowMs: () => number;
  readonly #tasks = new Map<string, MidjourneyTask>();
  #count = 0;

  constructor({ secret, nowMs }: TaskSimulatorOptions) {
    this.#secret = secret;
    this.#nowMs = nowMs;
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

  async notify(id: string): Promise<number> {
    const task = this.#tasks.get(id);
    if (!task) return 0;
    const body = JSON.stringify(this.#show(task));
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(task.notifyHook, { method: 'POST', headers, body });
    return status;
  }

  respond(call: SimulatorRequest, url: string): SimulatorResponse | Promise<SimulatorResponse> {
    this.url = url;
    if (call.path.startsWith('/images/')) return { body: POINT, contentType: 'image/png' };
    if (this.#secret !== undefined && call.headers['mj-api-secret'] !== this.#secret)
      return { status: 401, body: '' };
    const [, kind, swap] = SUBMIT.exec(call.path) ?? [];
    const submit = kind ?? swap;
    if (submit !== undefined) return this.#submit(submit, readBody(call.text));
    const [, id = '', part] = FETCH.exec(call.path) ?? [];
    const task = this.#tasks.get(id);
    if (part === 'fetch') return { body: task ? this.#show(task) : null };
    if (part === 'image-seed')
      return { body: { code: 1, description: 'ok', result: '1234567890', properties: {} } };
    if (call.path === '/mj/task/list-by-condition') return { body: this.#list(call.text) };
    return { status: 404, body: { error: 'Not Found' } };
  }

  #list(text: string): unknown[] {
    const { ids } = readBody(text);
    const requestedIds = Array.isArray(ids) ? ids.map(String) : [];
    return requestedIds.flatMap((id) => {
      const task = this.#tasks.get(id);
      return task && !task.prompt.includes('lose') ? [this.#show(task)] : [];
    });
  }

  #submit(
    kind: string,
    body: Record<string, unknown>,
  ): SimulatorResponse | Promise<SimulatorResponse> {
    const prompt = String(body.prompt ?? '');
    const refused = refusalOf(prompt);
    if (refused) return refused;
    if (prompt.includes('mute')) return new Promise(() => {});
    if (kind === 'upload-discord-images')
      return resultWith(1, ['https://cdn.example/a.png', 'https://cdn.example/b.png']);
    if (kind === 'modal') return this.#finishModal(body);
    const origin = String(body.taskId ?? String(body.content ?? '').split(' ')[0] ?? '');
    const goesOn = kind === 'change' || kind === 'simple-change' || kind === 'action';
    if (goesOn && !this.#tasks.has(origin)) return resultWith(3, '', 'the task does not exist');
    const modal = String(body.customId ?? '').startsWith('MJ::Inpaint');
    const { id } = this.#open(actionOf(kind, body), body, modal);
    if (modal) return resultWith(21, id, 'Waiting for window confirm');
    return prompt.includes('queue') ? resultWith(22, id, 'in queue') : resultWith(1, id);
  }

  #open(action: string, body: Record<string, unknown>, modal: boolean): MidjourneyTask {
    const submittedMs = this.#nowMs();
    this.#count += 1;
    const task: MidjourneyTask = {
      id: `${submittedMs}${String(this.#count % 1000).padStart(3, '0')}`,
      action,
      prompt: String(body.prompt ?? ''),
      state: String(body.state ?? ''),
      submittedMs,
      notifyHook: String(body.notifyHook ?? ''),
      modal,
    };
    this.#tasks.set(task.id, task);
    return task;
  }

  #finishModal({ taskId, prompt }: Record<string, unknown>): SimulatorResponse {
    const task = this.#tasks.get(String(taskId));
    if (!task) return resultWith(3, '', 'the task does not exist');
    task.modal = false;
    task.submittedMs = this.#nowMs();
    task.prompt = String(prompt ?? '');
    return resultWith(1, task.id);
  }

  #show(task: MidjourneyTask): Record<string, unknown> {
    const { id, action, prompt, state, submittedMs } = task;
    const share = Math.min(1, Math.max(0, (this.#nowMs() - submittedMs) / DONE_MS));
    const { status, failReason } = task.fixed ?? naturalState(task, share);
    const done = status === 'SUCCESS';
    return {
      id,
      action,
      status,
      prompt,
      promptEn: prompt,
      description: `/imagine ${prompt}`,
      state,
      submitTime: submittedMs,
      startTime: share > 0 ? submittedMs + BEGINS_MS : null,
      finishTime: done ? submittedMs + DONE_MS : null,
      progress: status === 'FAILURE' ? '' : `${done ? 100 : Math.floor(share * 100)}%`,
      imageUrl: done ? `${this.url}/images/${id}.png${this.imageQuery}` : null,
      failReason: failReason ?? null,
      properties: { finalPrompt: prompt, discordInstanceId: 'account-7', notifyHook: 'secret' },
      buttons: done
        ? [{ customId: 'MJ::JOB::upsample::1::u', emoji: '', label: 'U1', style: 2, type: 2 }]
        : [],
    };
  }
}

function naturalState({ prompt, modal }: MidjourneyTask, share: number) {
  if (modal) return { status: 'MODAL' };
  if (prompt.includes('fail') && share >= 0.5)
    return { status: 'FAILURE', failReason: 'the image came out badly' };
  if (share >= 1) return { status: 'SUCCESS' };
  return { status: share * DONE_MS < BEGINS_MS ? 'SUBMITTED' : 'IN_PROGRESS' };
}

function refusalOf(prompt: string): SimulatorResponse | undefined {
  if (prompt.includes('banned'))
    return resultWith(24, '', 'may contain banned words', {
      promptEn: prompt,
      bannedWord: 'banned',
    });
  if (prompt.includes('full')) return resultWith(23, '', 'the queue is full');
  if (prompt.includes('saturated')) return resultWith(30, '', 'too many at once');
  if (prompt.includes('invalid')) return resultWith(4, '', 'prompt must not be so');
  if (prompt.includes('accounts')) return resultWith(3, '', 'no account available');
  if (prompt.includes('broken')) return { status: 500, body: { error: 'Internal Server Error' } };
  return undefined;
}

function resultWith(
  code: number,
  result: unknown,
  description = 'Submit success',
  properties: Record<string, unknown> = { discordInstanceId: 'account-7' },
): SimulatorResponse {
  return { body: { code, description, result, properties } };
}

function actionOf(kind: string, { action, customId, content }: Record<string, unknown>): string {
  if (kind === 'change') return String(action);
  if (kind === 'simple-change') return String(content).includes(' U') ? 'UPSCALE' : 'VARIATION';
  if (kind === 'action') return String(customId).includes('upsample') ? 'UPSCALE' : 'INPAINT';
  return ACTIONS[kind] ?? kind.toUpperCase();
}
