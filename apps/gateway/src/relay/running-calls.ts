/** A call that is on its way to an upstream. */
export interface Interruptible {
  /** Ends it now: what was delivered is charged, and its client is told. */
  interrupt(): void;
}

/** The calls that run right now, to be ended when the process has to. */
export class RunningCalls {
  readonly #running = new Set<Interruptible>();
  #isStopped = false;

  /** Nothing is sent to an upstream any more. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  add(call: Interruptible): void {
    this.#running.add(call);
  }

  delete(call: Interruptible): void {
    this.#running.delete(call);
  }

  /** Ends them all. */
  interrupt(): void {
    this.#isStopped = true;
    for (const call of this.#running) call.interrupt();
  }
}
