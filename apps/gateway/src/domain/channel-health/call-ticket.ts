import type { UpstreamFault } from '@tollgate/dialects';
import type { CallMark, ChannelState } from './channel-state.ts';

/** Who hears what came of a try at a channel. */
export interface TicketReceiver {
  answered(state: ChannelState, mark: CallMark, firstByteMs: number): void;
  failed(state: ChannelState, mark: CallMark, fault: UpstreamFault): void;
}

/** One try at a channel, from its begin to its verdict. The first verdict counts. */
export class CallTicket {
  readonly #receiver: TicketReceiver;
  readonly #state: ChannelState;
  readonly #mark: CallMark;
  #open = true;

  constructor(receiver: TicketReceiver, state: ChannelState, mark: CallMark) {
    this.#receiver = receiver;
    this.#state = state;
    this.#mark = mark;
  }

  /** The upstream has begun to answer well; told as soon as that is sure. */
  answered(firstByteMs: number): void {
    if (!this.#close()) return;
    this.#receiver.answered(this.#state, this.#mark, firstByteMs);
  }

  /** The try failed; also told of a stream that broke after it had begun well. */
  failed(fault: UpstreamFault): void {
    this.#open = false;
    this.#receiver.failed(this.#state, this.#mark, fault);
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
