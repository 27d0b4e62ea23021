import type { UpstreamFault } from '../faults/upstream-fault.ts';
import { buildTransportFault } from '../faults/build-fault.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import type { ResponseStream } from '../translate/response-stream.ts';

const NO_BYTES = new Uint8Array();
const NOTHING: readonly Uint8Array[] = [];

/**
 * Streams audio: every byte is passed on as received except the last, which is held back until the call is
 * settled. Only the connection tells whether the audio is complete.
 */
export class AudioStream implements ResponseStream {
  readonly usage = undefined;
  readonly estimatedCompletionTokens = 0;
  readonly awaitsUsage = false;
  readonly hasThoughts = false;
  readonly isFinished = false;
  readonly isOver = false;
  readonly bufferedBytes = 0;
  /** Any forwarded byte counts as the beginning. */
  readonly hasFirstToken = false;
  fault: UpstreamFault | undefined;
  #last: Uint8Array = NO_BYTES;

  get contentDelivered(): boolean {
    return this.#last.length > 0;
  }

  push(chunk: Uint8Array): readonly Uint8Array[] {
    if (chunk.length === 0) return NOTHING;
    const before = this.#last;
    this.#last = chunk.slice(-1);
    const rest = chunk.subarray(0, -1);
    return [before, rest].filter(({ length }) => length > 0);
  }

  end(cut?: StreamCut): StreamEnd {
    if (this.#last.length === 0)
      this.fault = buildTransportFault('bad-response', 'the answer is empty');
    const complete = cut === undefined && this.fault === undefined;
    return {
      usage: undefined,
      isUsageFinal: false,
      complete,
      tail: complete ? this.#last : NO_BYTES,
      contentDelivered: this.contentDelivered,
      fault: this.fault,
      estimatedCompletionTokens: 0,
      media: {},
    };
  }
}
