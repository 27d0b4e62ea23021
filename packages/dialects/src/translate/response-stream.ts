import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import type { Usage } from '../ir/usage.ts';
import type { CreatedId } from '../state/created-ids.ts';
import type { BillableUse } from '../server-tools/billable-features.ts';

/**
 * The relay's view of a streamed response, translated or passed through; implemented like StreamReader, which
 * serves OpenAI chat completions.
 */
export interface ResponseStream {
  /** The last usage reported so far. */
  readonly usage: Usage | undefined;
  /** Billed tools and tiers reported so far; only for calls that may be billed for them. */
  readonly billed?: BillableUse;
  /** What it left at the provider so far; only for calls whose responses may leave anything. */
  readonly created?: readonly CreatedId[] | undefined;
  /** Set by an error in the stream; nothing is forwarded after it. */
  readonly fault: UpstreamFault | undefined;
  /** Content that the client waits for has been forwarded. */
  readonly contentDelivered: boolean;
  /** The model has reasoned visibly. */
  readonly hasThoughts: boolean;
  /**
   * The first token arrived: content, a tool call, a thought, even if it is not shown, or the end. Pings,
   * openings and empty deltas do not count.
   */
  readonly hasFirstToken: boolean;
  readonly estimatedCompletionTokens: number;
  /**
   * The response is finished, but its usage has not arrived: worth waiting for even if nobody reads the
   * stream.
   */
  readonly awaitsUsage: boolean;
  /** A finish reason arrived: usage and the end follow, or other completions. */
  readonly isFinished: boolean;
  /** The end itself arrived: nothing that follows belongs to the response. */
  readonly isOver: boolean;
  /** Bytes buffered until an event, or the stream, is complete. */
  readonly bufferedBytes: number;
  /** Reads the next bytes; returns what to send to the client now, whole events only. */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /** Ends the stream; call once, when the upstream's body has ended or was cut off. */
  end(cut?: StreamCut): StreamEnd;
}
