import { createIdempotencyKey } from '../../ui/forms/create-idempotency-key.ts';
import { isRefused } from './conversation.ts';
import { findCharge } from './find-charge.ts';
import { type MediaInput, type MediaResult, runMedia } from './media-call.ts';
import type { MediaKind } from './media-options.ts';

/** Maximum number of results kept per kind; the oldest are dropped. */
const RESULTS_MAX = 20;

export type MediaState = Readonly<Record<MediaKind, readonly MediaResult[]>>;

/**
 * A user's images, speech and transcripts, newest first. They were paid for, so they survive switching tabs
 * and pages; running calls continue.
 */
export class MediaSession {
  readonly #charged: () => void;
  readonly #running = new Map<string, AbortController>();
  readonly #listeners = new Set<() => void>();
  #state: MediaState = { pictures: [], speech: [], transcription: [] };

  /** `charged` is called after each charge, when the balance has changed. */
  constructor(charged: () => void) {
    this.#charged = charged;
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly getState = () => this.#state;

  readonly run = (params: MediaInput) => {
    const started = newResult(createIdempotencyKey(), params);
    this.#change(params.kind, (from) => {
      for (const { media } of from.slice(RESULTS_MAX - 1)) media.forEach(forget);
      return [started, ...from].slice(0, RESULTS_MAX);
    });
    void this.#call(started);
  };

  /** Makes the call again, replacing its result. */
  readonly again = ({ id, params, media }: MediaResult) => {
    media.forEach(forget);
    const started = newResult(id, params);
    this.#put(started);
    void this.#call(started);
  };

  readonly stop = (id: string) => this.#running.get(id)?.abort();

  async #call(started: MediaResult): Promise<void> {
    const { id, params } = started;
    const abort = new AbortController();
    this.#running.set(id, abort);
    const result = await runMedia(started, abort.signal);
    this.#running.delete(id);
    this.#put(result);
    const { requestId } = result;
    if (requestId === undefined || isRefused(result)) return;
    const charge = await findCharge(requestId);
    this.#change(params.kind, (from) =>
      from.map((each) =>
        // It may have been requested again meanwhile.
        each.requestId === requestId ? { ...each, quota: charge?.quota ?? null } : each,
      ),
    );
    this.#charged();
  }

  #put(result: MediaResult): void {
    this.#change(result.params.kind, (from) =>
      from.map((each) => (each.id === result.id ? result : each)),
    );
  }

  #change(kind: MediaKind, change: (from: readonly MediaResult[]) => readonly MediaResult[]): void {
    this.#state = { ...this.#state, [kind]: change(this.#state[kind]) };
    for (const listener of this.#listeners) listener();
  }
}

const newResult = (id: string, params: MediaInput): MediaResult => ({
  id,
  params,
  state: 'running',
  media: [],
  text: '',
});

/** The browser holds audio in memory until its URL is revoked. */
function forget(address: string): void {
  if (address.startsWith('blob:')) URL.revokeObjectURL(address);
}
