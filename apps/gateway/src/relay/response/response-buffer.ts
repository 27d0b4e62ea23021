import type { ByteBudget } from '../../platform/byte-budget.ts';

/** Backpressure: longest time that a response waits for memory, in milliseconds. */
const WAIT_MS = 60_000;

/** The response's owner, and how to pause and resume reading it. */
export interface ResponseSource {
  owner: number;
  pause(): void;
  resume(): void;
  /** Called when it has waited too long. */
  onTimeout(): void;
}

/**
 * Backpressure for whole responses, which are buffered until they are charged and read. The upstream will be
 * paid, so a response that does not fit is not discarded: reading it pauses until others are sent. One at a
 * time is read beyond the budget, so that they never all wait for each other.
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

  /** Number of responses currently waiting. */
  get waiting(): number {
    return this.#waiting.size;
  }

  open(source: ResponseSource): BufferedResponse {
    return new BufferedResponse(this, source);
  }

  /** Lets a response that does not fit continue beyond the budget, or wait. */
  wait(response: BufferedResponse): void {
    if (this.#beyond === response || this.#waiting.has(response)) return;
    if (!this.#beyond) {
      this.#beyond = response;
      return;
    }
    const expire = () => {
      this.#waiting.delete(response);
      response.source.onTimeout();
    };
    this.#waiting.set(response, setTimeout(expire, this.#waitMs));
    response.source.pause();
  }

  /** Removes a response that was sent; those that have waited longest continue. */
  remove(response: BufferedResponse): void {
    clearTimeout(this.#waiting.get(response));
    this.#waiting.delete(response);
    if (this.#beyond === response) this.#beyond = undefined;
    for (const [next, timer] of this.#waiting) {
      if (!this.budget.hasCapacity(next.source.owner)) {
        if (this.#beyond) continue;
        this.#beyond = next;
      }
      clearTimeout(timer);
      this.#waiting.delete(next);
      next.source.resume();
    }
  }
}

/** One buffered response. */
export class BufferedResponse {
  readonly source: ResponseSource;
  readonly #buffer: ResponseBuffer;
  #bytes = 0;
  #over = false;

  constructor(buffer: ResponseBuffer, source: ResponseSource) {
    this.#buffer = buffer;
    this.source = source;
  }

  /** Sets its current size. Bytes that have arrived are held in any case. */
  grow(bytes: number): void {
    if (this.#over) return;
    const { budget } = this.#buffer;
    budget.reserve(this.source.owner, this.#bytes, bytes);
    this.#bytes = bytes;
    if (!budget.hasCapacity(this.source.owner)) this.#buffer.wait(this);
  }

  /** Releases it; idempotent. */
  release(): void {
    if (this.#over) return;
    this.#over = true;
    this.#buffer.budget.release(this.source.owner, this.#bytes);
    this.#buffer.remove(this);
  }
}
