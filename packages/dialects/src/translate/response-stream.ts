import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { StreamCut, StreamEnd } from '../ir/stream-end.ts';
import type { Usage } from '../ir/usage.ts';
import type { BillableUse } from '../server-tools/billable-features.ts';

/**
 * How the relay sees a streamed response, translated or passed on: the same as StreamReader, which
 * is the one for OpenAI chat completions.
 */
export interface ResponseStream {
  /** The last usage reported so far. */
  readonly usage: Usage | undefined;
  /** Billed tools and tiers reported so far; only for calls that may be billed for them. */
  readonly billed?: BillableUse;
  /** Set by an error in the stream; nothing is forwarded after it. */
  readonly fault: UpstreamFault | undefined;
  /** Something that the client waits for was among the forwarded events. */
  readonly contentDelivered: boolean;
  /**
   * The first token came: content, a tool call, a thought, be it one that is not shown, or the end.
   * Pings, openings and empty deltas are none.
   */
  readonly hasBegun: boolean;
  readonly estimatedCompletionTokens: number;
  /**
   * The response is finished and its usage has yet to come: worth a wait though nobody reads it.
   */
  readonly awaitsUsage: boolean;
  /** Bytes that are buffered until an event, or the stream, is whole. */
  readonly bufferedBytes: number;
  /** Takes the next bytes; returns what to send to the client now, whole events only. */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /** Call once, when the upstream's body has ended or was cut. */
  end(cut?: StreamCut): StreamEnd;
}
