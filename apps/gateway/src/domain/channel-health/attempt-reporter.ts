import type { UpstreamFault } from '@tollgate/dialects';
import type { CallMark, ChannelState } from './channel-state.ts';

/** Who hears what came of a try at a channel. */
export interface AttemptReceiver {
  began(state: ChannelState, mark: CallMark, firstByteMs: number): void;
  /** `begun`: that the answer has begun was told before. */
  answered(state: ChannelState, mark: CallMark, firstByteMs: number, begun: boolean): void;
  failed(state: ChannelState, mark: CallMark, fault: UpstreamFault): void;
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
  began(firstByteMs: number): void {
    this.#firstByteMs = firstByteMs;
    this.#receiver.began(this.#state, this.#mark, firstByteMs);
  }

  /** The upstream answered well, to the end. */
  answered(firstByteMs: number): void {
    if (!this.#close()) return;
    const known = this.#firstByteMs;
    this.#receiver.answered(this.#state, this.#mark, known ?? firstByteMs, known !== undefined);
  }

  /** The try failed, before an answer or in the middle of one. */
  failed(fault: UpstreamFault): void {
    if (this.#close()) this.#receiver.failed(this.#state, this.#mark, fault);
  }

  /** The client left before anything could be told about the channel. */
  left(): void {
    if (this.#close()) this.#state.release(this.#mark);
  }

  #close(): boolean {
    const wasOpen = this.#open;
    this.#open = false;
    return wasOpen;
  }
}
