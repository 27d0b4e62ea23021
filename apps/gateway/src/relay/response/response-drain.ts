/** Limits in time and bytes for reading an abandoned response. */
export interface DrainBounds {
  ms: number;
  bytes: number;
}

/** The usage follows the finish reason immediately; a stream with neither is not waited for. */
export const LAST_USAGE_BOUNDS: DrainBounds = { ms: 5000, bytes: 1024 * 1024 };

/** Reads the rest of a response whose client has disconnected, within limits. */
export class ResponseDrain {
  /** Whether a limit was reached. */
  isCut = false;
  readonly #onCut: () => void;
  #bytesLeft: number;
  #timer: NodeJS.Timeout | undefined;

  /** `onCut` is called once, when a limit is reached. */
  constructor(bounds: DrainBounds, onCut: () => void) {
    this.#onCut = onCut;
    this.#bytesLeft = bounds.bytes;
    this.#timer = setTimeout(() => this.#cut(), bounds.ms);
  }

  /** Counts a chunk of the response. */
  count(bytes: number): void {
    this.#bytesLeft -= bytes;
    if (this.#bytesLeft < 0) this.#cut();
  }

  /** Stops the limits at the end of the response. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #cut(): void {
    if (!this.#timer) return;
    this.stop();
    this.isCut = true;
    this.#onCut();
  }
}
