import type { UpstreamFault } from '@tollgate/dialects';
import type { CoarseTimer, CoarseTimers } from '../../platform/coarse-timers.ts';
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

/** A limit noticed later than this was held up, and so was the response that may have arrived meanwhile. */
const HELD_UP_MS = 1000;
/** How long such a response is then waited for. */
const GRACE_MS = 2000;

/** Limits the time that an upstream has for one attempt. Calls `onLate` once, with the fault. */
export class ResponseDeadline implements CoarseTimer {
  /** Maintained by `CoarseTimers`, as is `timerSlot`. */
  dueAt = 0;
  timerSlot = -1;
  readonly #timers: CoarseTimers;
  readonly #limits: DeadlineLimits;
  readonly #onLate: (fault: UpstreamFault) => void;
  readonly #startedAt: number;
  #waitsFor: UpstreamFault | undefined;
  #isGrace = false;

  constructor(
    timers: CoarseTimers,
    limits: DeadlineLimits,
    onLate: (fault: UpstreamFault) => void,
  ) {
    this.#timers = timers;
    this.#startedAt = timers.now();
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
    this.#timers.cancel(this);
    this.#waitsFor = undefined;
  }

  #wait(limitMs: number, fault: UpstreamFault): void {
    if (this.#waitsFor === fault) return;
    this.stop();
    if (limitMs <= 0) return;
    this.#waitsFor = fault;
    this.#isGrace = false;
    this.#timers.set(this, Math.max(0, this.#startedAt + limitMs - this.#timers.now()));
  }

  /** A process that was stopped runs its timers before it reads what it has received. */
  expire(): void {
    const isHeldUp = this.#timers.now() - this.dueAt > HELD_UP_MS;
    if (!isHeldUp || this.#isGrace) return this.#onLate(this.#waitsFor as UpstreamFault);
    this.#isGrace = true;
    this.#timers.set(this, GRACE_MS);
  }
}
