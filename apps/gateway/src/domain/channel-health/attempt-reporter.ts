import type { UpstreamFault } from '@tollgate/dialects';
import type { CallMark, ChannelState } from './channel-state.ts';

/** Who hears what came of a try at a channel. */
export interface AttemptReceiver {
  onFirstByte(state: ChannelState, mark: CallMark, firstByteMs: number): void;
  /** `begun`: that the answer has begun was told before. */
  onSuccess(state: ChannelState, mark: CallMark, firstByteMs: number, begun: boolean): void;
  onFailure(state: ChannelState, mark: CallMark, fault: UpstreamFault): void;
}

/** One try at a channel, from its begin to its verdict. The first verdict counts. */
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

  /** A stream has begun: the channel is alive, though its end may still go wrong. */
  firstByte(firstByteMs: number): void {
    this.#firstByteMs = firstByteMs;
    this.#receiver.onFirstByte(this.#state, this.#mark, firstByteMs);
  }

  /** The upstream answered well, to the end. */
  succeeded(firstByteMs: number): void {
    if (!this.#close()) return;
    const known = this.#firstByteMs;
    this.#receiver.onSuccess(this.#state, this.#mark, known ?? firstByteMs, known !== undefined);
  }

  /** The try failed, before an answer or in the middle of one. */
  failed(fault: UpstreamFault): void {
    if (this.#close()) this.#receiver.onFailure(this.#state, this.#mark, fault);
  }

  /** The client left before anything could be told about the channel. */
  aborted(): void {
    if (this.#close()) this.#state.release(this.#mark);
  }

  #close(): boolean {
    const wasOpen = this.#open;
    this.#open = false;
    return wasOpen;
  }
}
