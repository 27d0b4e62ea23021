/** A call that was sent upstream and has not ended. */
export interface Interruptible {
  /** Its slot among the running calls; -1 outside of it. Kept by `RunningCalls`. */
  runningSlot: number;
  /** Ends it now: what was delivered is charged, and its client gets an error. */
  interrupt(): void;
}

/**
 * The calls in progress, to be ended at shutdown.
 *
 * Reuses the slots of one array instead of a Set: a Set rebuilds its table after as many deletions
 * as it has entries, and each table left in V8's old space keeps the short-lived calls in it alive
 * until the next full collection (a sixth of all time under load).
 */
export class RunningCalls {
  readonly #slots: (Interruptible | undefined)[] = [];
  readonly #free: number[] = [];
  #isStopped = false;

  /** Nothing is sent to an upstream any more. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  add(call: Interruptible): void {
    call.runningSlot = this.#free.pop() ?? this.#slots.length;
    this.#slots[call.runningSlot] = call;
  }

  /** A call that is not among them is ignored. */
  delete(call: Interruptible): void {
    if (call.runningSlot < 0) return;
    this.#slots[call.runningSlot] = undefined;
    this.#free.push(call.runningSlot);
    call.runningSlot = -1;
  }

  /** Ends them all. */
  interrupt(): void {
    this.#isStopped = true;
    // A copy: calls remove themselves while they end.
    for (const call of this.#slots.slice()) call?.interrupt();
  }
}
