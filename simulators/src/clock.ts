/** How a simulator waits; tests can hold its delays. */
export interface SimulatorClock {
  wait(delayMs: number): Promise<void>;
}

/** Waits in real time; a pending wait does not keep the process alive. */
export const realClock: SimulatorClock = {
  wait: (delayMs) =>
    new Promise((resolve) => {
      setTimeout(resolve, delayMs).unref();
    }),
};

export interface ManualClock extends SimulatorClock {
  /** Ends the waits due within this many milliseconds, in order. */
  advance(milliseconds: number): void;
  /** Resolves once at least one wait is pending. */
  untilWaiting(): Promise<void>;
}

interface Wait {
  endsMs: number;
  resolve: () => void;
}

/** A clock that moves only on demand. For tests. */
export function createManualClock(): ManualClock {
  let nowMs = 0;
  let waits: Wait[] = [];
  const watchers: (() => void)[] = [];
  return {
    wait: (delayMs) =>
      new Promise((resolve) => {
        waits.push({ endsMs: nowMs + delayMs, resolve });
        for (const watcher of watchers.splice(0)) watcher();
      }),
    advance(milliseconds) {
      nowMs += milliseconds;
      const due = waits.filter(({ endsMs }) => endsMs <= nowMs).sort((a, b) => a.endsMs - b.endsMs);
      waits = waits.filter(({ endsMs }) => endsMs > nowMs);
      for (const { resolve } of due) resolve();
    },
    untilWaiting: () =>
      new Promise((resolve) => {
        if (waits.length > 0) resolve();
        else watchers.push(resolve);
      }),
  };
}
