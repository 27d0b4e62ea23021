import type { UpstreamFault } from '@tollgate/dialects';
import type { RuntimeChannel } from '../../domain/channels/channel-catalog.ts';
import type { AttemptContext } from './attempt-context.ts';
import { noFirstToken, responseTimedOut } from '../errors/upstream-faults.ts';

/** In milliseconds, counted from when the request was sent; 0 means no limit. */
export interface DeadlineLimits {
  /** Until a stream starts. */
  firstTokenMs: number;
  /** Until the last byte of a non-streamed response. */
  responseMs: number;
}

/** Returns the limits of a channel, falling back to those of the site. */
export function deadlineLimits(
  { policy }: RuntimeChannel,
  site: Pick<AttemptContext, 'firstTokenTimeoutMs' | 'responseTimeoutMs'>,
): DeadlineLimits {
  return {
    firstTokenMs: policy.firstTokenTimeoutMs ?? site.firstTokenTimeoutMs(),
    responseMs: policy.responseTimeoutMs ?? site.responseTimeoutMs(),
  };
}

/** A timer later than this was held up, and so was the response that may have arrived meanwhile. */
const HELD_UP_MS = 1000;
/** How long such a response is then waited for. */
const GRACE_MS = 2000;

/** Limits the time that an upstream has for one attempt. Calls `onLate` once, with the fault. */
export class ResponseDeadline {
  readonly #limits: DeadlineLimits;
  readonly #onLate: (fault: UpstreamFault) => void;
  readonly #startedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #waitsFor: UpstreamFault | undefined;

  constructor(limits: DeadlineLimits, onLate: (fault: UpstreamFault) => void) {
    this.#limits = limits;
    this.#onLate = onLate;
  }

  /** Waits for the first bytes of a stream. */
  waitForFirstToken(): void {
    this.#wait(this.#limits.firstTokenMs, noFirstToken);
  }

  /** Waits for the end of a response. Replaces the previous wait. */
  waitForResponse(): void {
    this.#wait(this.#limits.responseMs, responseTimedOut);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waitsFor = undefined;
  }

  #wait(limitMs: number, fault: UpstreamFault): void {
    if (this.#waitsFor === fault) return;
    this.stop();
    if (limitMs <= 0) return;
    this.#waitsFor = fault;
    const now = performance.now();
    const dueAt = Math.max(now, this.#startedAt + limitMs);
    this.#timer = setTimeout(() => this.#expire(fault, dueAt), dueAt - now);
  }

  /** A process that was stopped runs its timers before it reads what it has received. */
  #expire(fault: UpstreamFault, dueAt: number): void {
    if (performance.now() - dueAt < HELD_UP_MS) return this.#onLate(fault);
    this.#timer = setTimeout(() => this.#onLate(fault), GRACE_MS);
  }
}
