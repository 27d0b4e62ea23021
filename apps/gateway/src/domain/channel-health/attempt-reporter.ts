import type { UpstreamFault } from '@tollgate/dialects';
import type { CallMark, ChannelState } from './channel-state.ts';

/** Receives the outcomes of attempts at channels. */
export interface AttemptReceiver {
  onFirstByte(state: ChannelState, mark: CallMark, firstByteMs: number): void;
  /** `hasBegun`: whether `onFirstByte` was called before. */
  onSuccess(state: ChannelState, mark: CallMark, firstByteMs: number, hasBegun: boolean): void;
  onFailure(state: ChannelState, mark: CallMark, fault: UpstreamFault): void;
}

/** Reports the outcome of one attempt on a channel. Only the first outcome counts. */
export class AttemptReporter {
  readonly #receiver: AttemptReceiver;
  readonly #state: ChannelState;
  readonly #mark: CallMark;
  #firstByteMs: number | undefined;
  #open = true;

  constructor(receiver: AttemptReceiver, state: ChannelState, mark: CallMark) {
    this.#receiver = receiver;
    this.#state = state;
    this.#mark = mark;
  }

  /** Reports that the response has begun: the channel is alive, though the rest may still fail. */
  firstByte(firstByteMs: number): void {
    this.#firstByteMs = firstByteMs;
    this.#receiver.onFirstByte(this.#state, this.#mark, firstByteMs);
  }

  /** Reports that the response arrived completely. */
  succeeded(firstByteMs: number): void {
    if (!this.#close()) return;
    const reportedMs = this.#firstByteMs;
    this.#receiver.onSuccess(
      this.#state,
      this.#mark,
      reportedMs ?? firstByteMs,
      reportedMs !== undefined,
    );
  }

  /** Reports that the attempt failed, before or during its response. */
  failed(fault: UpstreamFault): void {
    if (this.#close()) this.#receiver.onFailure(this.#state, this.#mark, fault);
  }

  /** Reports that the client disconnected before anything was known about the channel. */
  aborted(): void {
    if (this.#close()) this.#state.release(this.#mark);
  }

  #close(): boolean {
    const wasOpen = this.#open;
    this.#open = false;
    return wasOpen;
  }
}
