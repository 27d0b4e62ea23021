import { randomUUID } from 'node:crypto';
import {
  type SimulatorResponse,
  type SimulatorRequest,
  startSimulatorServer,
} from '../simulator-server.ts';
import { readBody, type TaskDesk, type TaskSimulatorOptions } from './task-desk.ts';

interface Song {
  id: string;
  action: string;
  body: Record<string, unknown>;
  submittedMs: number;
  fixed?: { status: string; failReason?: string };
}

export interface SongSimulatorOptions extends TaskSimulatorOptions {
  /** Some servers say 200 where others say success. */
  numericCodes?: boolean;
}

const SUBMIT = /^\/suno\/submit\/(music|lyrics)$/;
/** Until a song begins to sound, and until it is done. */
const SOUNDS_MS = 10_000;
const DONE_MS = 60_000;

/** A music service (Suno-API), whose tasks follow the clock that it is given. Prompts with `fail` fail, those with `refuse` are refused. */
export async function startSongSimulator(options: SongSimulatorOptions): Promise<TaskDesk> {
  const service = new SongService(options);
  const desk = await startSimulatorServer((call) => service.answer(call), options.port);
  return {
    ...desk,
    ids: () => service.ids(),
    decide: (id, status, failReason) => service.decide(id, status, failReason),
    forget: (id) => service.forget(id),
  };
}

class SongService {
  readonly #options: SongSimulatorOptions;
  readonly #songs = new Map<string, Song>();

  constructor(options: SongSimulatorOptions) {
    this.#options = options;
  }

  ids(): string[] {
    return [...this.#songs.keys()];
  }

  decide(id: string, status: string, failReason?: string): void {
    const song = this.#songs.get(id);
    if (song) song.fixed = { status, ...(failReason ? { failReason } : {}) };
  }

  forget(id: string): void {
    this.#songs.delete(id);
  }

  answer(call: SimulatorRequest): SimulatorResponse {
    const { secret } = this.#options;
    if (secret !== undefined && call.headers.authorization !== `Bearer ${secret}`)
      return wrong(401, 'unauthorized secret token');
    const [, kind] = SUBMIT.exec(call.path) ?? [];
    const body = readBody(call.text);
    if (kind !== undefined) return this.#submit(kind, body);
    if (call.path !== '/suno/fetch') return wrong(404, 'no such path');
    const wanted = Array.isArray(body.ids) ? body.ids.map(String) : [];
    return this.#well(
      wanted.flatMap((id) => {
        const song = this.#songs.get(id);
        return song ? [this.#show(song)] : [];
      }),
    );
  }

  #submit(kind: string, body: Record<string, unknown>): SimulatorResponse {
    if (String(body.prompt ?? '').includes('refuse')) return wrong(400, 'the prompt is refused');
    const continued = String(body.task_id ?? '');
    if (continued !== '' && !this.#songs.has(continued)) return wrong(400, 'task not found');
    const song: Song = {
      id: randomUUID(),
      action: kind.toUpperCase(),
      body,
      submittedMs: this.#options.nowMs(),
    };
    this.#songs.set(song.id, song);
    return this.#well(song.id);
  }

  #well(data: unknown): SimulatorResponse {
    return { body: { code: this.#options.numericCodes ? 200 : 'success', message: '', data } };
  }

  #show(song: Song): Record<string, unknown> {
    const ageMs = this.#options.nowMs() - song.submittedMs;
    const { status, failReason = '' } = song.fixed ?? naturalState(song, ageMs);
    return {
      task_id: song.id,
      action: song.action,
      status,
      fail_reason: failReason,
      submit_time: Math.floor(song.submittedMs / 1000),
      start_time: ageMs < SOUNDS_MS ? 0 : Math.floor((song.submittedMs + SOUNDS_MS) / 1000),
      finish_time: 0,
      progress: `${Math.min(100, Math.floor((ageMs / DONE_MS) * 100))}%`,
      data: status === 'SUCCESS' || status === 'IN_PROGRESS' ? made(song, status) : null,
    };
  }
}

function naturalState({ action, body }: Song, ageMs: number) {
  if (String(body.prompt ?? '').includes('fail') && ageMs >= SOUNDS_MS)
    return { status: 'FAILURE', failReason: 'the song came out badly' };
  if (action === 'LYRICS' || ageMs >= DONE_MS) return { status: 'SUCCESS' };
  return { status: ageMs < SOUNDS_MS ? 'QUEUED' : 'IN_PROGRESS' };
}

function made({ id, action, body }: Song, status: string): unknown {
  if (action === 'LYRICS')
    return { id, title: 'A song', text: '[Verse]\nla la', status: 'complete' };
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
