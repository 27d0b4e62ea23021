import type { Clock } from './clock.ts';

/** Longest time that a callback runs late, in milliseconds, unless the process is held up. */
const TICK_MS = 100;

/** Something that happens at a time unless it is cancelled first, as nearly all are. */
export interface CoarseTimer {
  /** When it is due, by the `elapsedMs` of the clock. May be moved at any time while it is set. */
  dueAt: number;
  /** Its slot; -1 if it is not set. Maintained by `CoarseTimers`. */
  timerSlot: number;
  /** Called once when it is due; it is no longer set then. */
  expire(): void;
}

/**
 * Timers for limits that each call sets several times and hardly any reaches: all are checked by one timer of
 * the runtime, ten times a second.
 *
 * A timer of the runtime each costs more than it looks: they are linked to each other, and one that outlived
 * a young collection keeps its successors and their calls alive until the next full one. Two a stream took a
 * seventh of all time under load and doubled the memory. The slots are reused for the same reason.
 */
export class CoarseTimers {
  readonly #clock: Pick<Clock, 'elapsedMs' | 'after'>;
  readonly #slots: (CoarseTimer | undefined)[] = [];
  readonly #free: number[] = [];
  #ticks = false;

  constructor(clock: Pick<Clock, 'elapsedMs' | 'after'>) {
    this.#clock = clock;
  }

  /** The present time, as in `dueAt`. */
  now(): number {
    return this.#clock.elapsedMs();
  }

  /** Sets a timer to be due after so many milliseconds; one that is set is moved. */
  set(timer: CoarseTimer, milliseconds: number): void {
    timer.dueAt = this.now() + milliseconds;
    if (timer.timerSlot >= 0) return;
    timer.timerSlot = this.#free.pop() ?? this.#slots.length;
    this.#slots[timer.timerSlot] = timer;
    if (!this.#ticks) this.#tick();
  }

  /** Cancels a timer, if it is set. */
  cancel(timer: CoarseTimer): void {
    if (timer.timerSlot < 0) return;
    this.#slots[timer.timerSlot] = undefined;
    this.#free.push(timer.timerSlot);
    timer.timerSlot = -1;
  }

  #tick(): void {
    this.#ticks = true;
    this.#clock.after(TICK_MS, () => {
      this.#ticks = false;
      this.#check();
      if (!this.#ticks && this.#free.length < this.#slots.length) this.#tick();
    });
  }

  #check(): void {
    const now = this.now();
    // By index: a callback may set further ones.
    for (let slot = 0; slot < this.#slots.length; slot += 1) {
      const timer = this.#slots[slot];
      if (timer === undefined || timer.dueAt > now) continue;
      this.cancel(timer);
      timer.expire();
    }
  }
}
