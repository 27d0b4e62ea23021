import type { UpstreamFault } from '@tollgate/dialects';
import type { CallMark, ChannelState } from './channel-state.ts';

/** Receives the outcomes of attempts at channels. */
export interface AttemptReceiver {
  onFirstByte(state: ChannelState, mark: CallMark, firstByteMs: number): void;
  /** `begun`: `onFirstByte` was called before. */
  onSuccess(state: ChannelState, mark: CallMark, firstByteMs: number, begun: boolean): void;
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

  /** The response has begun: the channel is alive, though the end may still fail. */
  firstByte(firstByteMs: number): void {
    this.#firstByteMs = firstByteMs;
    this.#receiver.onFirstByte(this.#state, this.#mark, firstByteMs);
  }

  /** The response arrived completely. */
  succeeded(firstByteMs: number): void {
    if (!this.#close()) return;
    const known = this.#firstByteMs;
    this.#receiver.onSuccess(this.#state, this.#mark, known ?? firstByteMs, known !== undefined);
  }

  /** The attempt failed, before a response or in the middle of one. */
  failed(fault: UpstreamFault): void {
    if (this.#close()) this.#receiver.onFailure(this.#state, this.#mark, fault);
  }

  /** The client disconnected before anything was known about the channel. */
  aborted(): void {
    if (this.#close()) this.#state.release(this.#mark);
  }

  #close(): boolean {
    const wasOpen = this.#open;
    this.#open = false;
    return wasOpen;
  }
}
