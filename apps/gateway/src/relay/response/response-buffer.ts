import type { ByteBudget } from '../../platform/byte-budget.ts';

/** Backpressure: how long a response may wait for memory. */
const WAIT_MS = 60_000;

/** The response's owner, and how to pause and resume reading it. */
export interface ResponseSource {
  owner: number;
  pause(): void;
  resume(): void;
  /** It waited too long. */
  givenUp(): void;
}

/**
 * Backpressure for whole responses: the memory for them, which are held until they are charged and
 * read. The upstream was asked and will be paid, so a response without room is not discarded:
 * reading it pauses until others are sent. One at a time is read beyond the budget, so that they
 * never all wait for each other.
 */
export class ResponseBuffer {
  readonly budget: ByteBudget;
  readonly #waitMs: number;
  readonly #waiting = new Map<BufferedResponse, NodeJS.Timeout>();
  #beyond: BufferedResponse | undefined;

  constructor(budget: ByteBudget, waitMs = WAIT_MS) {
    this.budget = budget;
    this.#waitMs = waitMs;
  }

  /** How many responses wait now. */
  get waiting(): number {
    return this.#waiting.size;
  }

  open(source: ResponseSource): BufferedResponse {
    return new BufferedResponse(this, source);
  }

  /** A response found no room: it continues beyond the budget, or waits. */
  wait(response: BufferedResponse): void {
    if (this.#beyond === response || this.#waiting.has(response)) return;
    if (!this.#beyond) {
      this.#beyond = response;
      return;
    }
    const giveUp = () => {
      this.#waiting.delete(response);
      response.source.givenUp();
    };
    this.#waiting.set(response, setTimeout(giveUp, this.#waitMs));
    response.source.pause();
  }

  /** A response was sent: those that waited longest continue. */
  leave(response: BufferedResponse): void {
    clearTimeout(this.#waiting.get(response));
    this.#waiting.delete(response);
    if (this.#beyond === response) this.#beyond = undefined;
    for (const [next, timer] of this.#waiting) {
      if (!this.budget.hasRoom(next.source.owner)) {
        if (this.#beyond) continue;
        this.#beyond = next;
      }
      clearTimeout(timer);
      this.#waiting.delete(next);
      next.source.resume();
    }
  }
}

/** One whole response in memory. */
export class BufferedResponse {
  readonly source: ResponseSource;
  readonly #room: ResponseBuffer;
  #bytes = 0;
  #over = false;

  constructor(room: ResponseBuffer, source: ResponseSource) {
    this.#room = room;
    this.source = source;
  }

  /** Sets its present size. Bytes that have arrived are held in any case. */
  grow(bytes: number): void {
    if (this.#over) return;
    const { budget } = this.#room;
    budget.reserve(this.source.owner, this.#bytes, bytes);
    this.#bytes = bytes;
    if (!budget.hasRoom(this.source.owner)) this.#room.wait(this);
  }

  /** Releases it; idempotent. */
  release(): void {
    if (this.#over) return;
    this.#over = true;
    this.#room.budget.release(this.source.owner, this.#bytes);
    this.#room.leave(this);
  }
}
