import type { ResponseStream } from '@tollgate/dialects';
import type { CoarseTimer, CoarseTimers } from '../../platform/coarse-timers.ts';

/** How long an upstream may keep a stream open after its end; an honest one closes it at once. */
const OVER_MS = 2000;
/** The same for one whose end has no mark, after its finish reason and its usage. */
const COUNTED_MS = 10_000;
/** How long it may say nothing more after a finish reason alone: other completions may be thinking. */
const FINISHED_MS = 60_000;

type Progress = Pick<
  ResponseStream,
  'awaitsUsage' | 'estimatedCompletionTokens' | 'isFinished' | 'isOver' | 'usage'
>;

interface UnclosedStreamOptions {
  timers: CoarseTimers;
  /** Whether the upstream is not read because the client does not keep up. */
  isPaused: () => boolean;
  /** Called once. */
  onUnclosed: () => void;
}

/**
 * Notices an upstream that has finished its response but does not close the stream: its client would wait for
 * the end, which is held back. Pings and repetitions after the end do not count.
 */
export class UnclosedStream implements CoarseTimer {
  /** Maintained by `CoarseTimers`, as is `timerSlot`. */
  dueAt = 0;
  timerSlot = -1;
  readonly #reader: Progress;
  readonly #options: UnclosedStreamOptions;
  #limitMs = 0;
  #tokens = -1;

  constructor(reader: Progress, options: UnclosedStreamOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  /** Call it after each chunk. */
  watch(): void {
    const { isFinished, estimatedCompletionTokens: tokens } = this.#reader;
    if (!isFinished || this.#limitMs === OVER_MS) return;
    const limitMs = this.#readLimit();
    if (limitMs === this.#limitMs && tokens === this.#tokens) return;
    this.#limitMs = limitMs;
    this.#tokens = tokens;
    this.#options.timers.set(this, limitMs);
  }

  /** Stops watching. */
  stop(): void {
    this.#options.timers.cancel(this);
  }

  expire(): void {
    const { isPaused, onUnclosed, timers } = this.#options;
    if (this.#limitMs !== OVER_MS && isPaused()) timers.set(this, this.#limitMs);
    else onUnclosed();
  }

  #readLimit(): number {
    const { awaitsUsage, isOver, usage } = this.#reader;
    if (isOver) return OVER_MS;
    return usage && !awaitsUsage ? COUNTED_MS : FINISHED_MS;
  }
}
