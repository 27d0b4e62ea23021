import type { ResponseStream } from '@tollgate/dialects';

/** How long an upstream may keep a stream open after its end; an honest one closes it at once. */
const OVER_MS = 2000;
/** How long it may say nothing more after a finish reason: other completions may be thinking. */
const FINISHED_MS = 60_000;

type Progress = Pick<ResponseStream, 'isFinished' | 'isOver' | 'estimatedCompletionTokens'>;

interface UnclosedStreamOptions {
  /** Whether the upstream is not read because the client does not keep up. */
  isPaused: () => boolean;
  /** Called once. */
  onUnclosed: () => void;
}

/**
 * Notices an upstream that has finished its response but does not close the stream: its client would wait for
 * the end, which is held back. Pings and repetitions after the end do not count.
 */
export class UnclosedStream {
  readonly #reader: Progress;
  readonly #options: UnclosedStreamOptions;
  #timer: NodeJS.Timeout | undefined;
  #isOver = false;
  #tokens = -1;

  constructor(reader: Progress, options: UnclosedStreamOptions) {
    this.#reader = reader;
    this.#options = options;
  }

  /** Call it after each chunk. */
  watch(): void {
    const { isFinished, isOver, estimatedCompletionTokens: tokens } = this.#reader;
    if (!isFinished || this.#isOver || (!isOver && tokens === this.#tokens)) return;
    this.#isOver = isOver;
    this.#tokens = tokens;
    this.#wait();
  }

  /** Stops watching. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    const { isPaused, onUnclosed } = this.#options;
    this.stop();
    this.#timer = setTimeout(
      () => (!this.#isOver && isPaused() ? this.#wait() : onUnclosed()),
      this.#isOver ? OVER_MS : FINISHED_MS,
    );
  }
}
