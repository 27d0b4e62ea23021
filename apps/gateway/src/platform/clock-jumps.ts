import type { Clock } from './clock.ts';

/** Smaller differences are clock corrections, or a process that was suspended. */
const JUMP_MS = 60_000;
const SPANS_MAX = 20;

/** A period without clock jumps. Times in milliseconds. */
interface Span {
  /** Start, as `Clock.elapsedMs`. */
  readonly from: number;
  /** `nowMs` minus `elapsedMs`. */
  readonly ahead: number;
}

/**
 * Computes ages that ignore clock jumps: something must not become due just because the clock jumped ahead.
 * Knows only the jumps during this process's lifetime.
 */
export class ClockJumpTracker {
  readonly #clock: Clock;
  readonly #spans: Span[];
  #ahead: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#ahead = clock.nowMs() - clock.elapsedMs();
    this.#spans = [{ from: clock.elapsedMs(), ahead: this.#ahead }];
  }

  /** Detects a jump. Call it every few seconds. */
  detectJump(): void {
    const elapsed = this.#clock.elapsedMs();
    const ahead = this.#clock.nowMs() - elapsed;
    if (Math.abs(ahead - this.#ahead) >= JUMP_MS) {
      this.#spans.push({ from: elapsed, ahead });
      if (this.#spans.length > SPANS_MAX) this.#spans.shift();
    }
    this.#ahead = ahead;
  }

  /** Milliseconds elapsed since a timestamp of the wall clock; 0 for one that the clock has never shown. */
  ageOf(sinceMs: number): number {
    this.detectJump();
    const now = this.#clock.elapsedMs();
    let end = now;
    for (const { from, ahead } of this.#spans.toReversed()) {
      const at = sinceMs - ahead;
      if (at >= from && at <= end) return now - at;
      // Skipped by a forward jump; a future timestamp dates from before the clock was set back.
      if (at > end && end < now) return now - end;
      end = from;
    }
    // From before this process started.
    return Math.max(0, now - (sinceMs - (this.#spans[0] as Span).ahead));
  }

  /** Milliseconds since the last jump; Infinity if there was none. */
  get sinceJumpMs(): number {
    this.detectJump();
    const last = this.#spans.at(-1);
    return this.#spans.length > 1 && last ? this.#clock.elapsedMs() - last.from : Infinity;
  }
}
