import type { Clock } from './clock.ts';

/** Less is how a clock is kept right, or a process that was held up. */
const JUMP_MS = 60_000;
const SPANS_MAX = 20;

/** A time in which the clock went on as usual. Milliseconds. */
interface Span {
  /** By `Clock.elapsedMs`. */
  readonly from: number;
  /** What the clock is ahead of `elapsedMs`. */
  readonly ahead: number;
}

/**
 * How long ago something was, also where the clock was set meanwhile: what waits for an age must not be old
 * at once because the clock jumped ahead. Knows of what this process has lived through.
 */
export class ClockJumps {
  readonly #clock: Clock;
  readonly #spans: Span[];
  #ahead: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#ahead = clock.nowMs() - clock.elapsedMs();
    this.#spans = [{ from: clock.elapsedMs(), ahead: this.#ahead }];
  }

  /** Notices a jump. To be called every few seconds. */
  look(): void {
    const elapsed = this.#clock.elapsedMs();
    const ahead = this.#clock.nowMs() - elapsed;
    if (Math.abs(ahead - this.#ahead) >= JUMP_MS) {
      this.#spans.push({ from: elapsed, ahead });
      if (this.#spans.length > SPANS_MAX) this.#spans.shift();
    }
    this.#ahead = ahead;
  }

  /** Milliseconds that have passed since a time that the clock showed; 0 for one that it never did. */
  ageOf(sinceMs: number): number {
    this.look();
    const now = this.#clock.elapsedMs();
    let end = now;
    for (const { from, ahead } of this.#spans.toReversed()) {
      const at = sinceMs - ahead;
      if (at >= from && at <= end) return now - at;
      // Jumped over; what lies in the future was before the clock was set back.
      if (at > end && end < now) return now - end;
      end = from;
    }
    // Of before this process.
    return Math.max(0, now - (sinceMs - (this.#spans[0] as Span).ahead));
  }

  /** Milliseconds since the last jump; Infinity where there was none. */
  get sinceJumpMs(): number {
    this.look();
    const last = this.#spans.at(-1);
    return this.#spans.length > 1 && last ? this.#clock.elapsedMs() - last.from : Infinity;
  }
}
