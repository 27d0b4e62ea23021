import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { MediaReport } from '../media/media-report.ts';
import type { Usage } from './usage.ts';

/** Who ended a stream before its end: the upstream or its connection, or the gateway itself. */
export type StreamCut = 'by-upstream' | 'by-us';

/** What a stream was, when it is over. */
export interface StreamEnd {
  /** The last usage that the upstream reported. */
  readonly usage: Usage | undefined;
  /**
   * The usage covers the whole response. When false it is a count from the middle of the stream,
   * and what was delivered may be more.
   */
  readonly isUsageFinal: boolean;
  /**
   * The response is complete: a [DONE] or a finish reason came and no error. When false the client
   * must be notified with an error event.
   */
  readonly complete: boolean;
  /** Bytes that end a complete stream ([DONE], also where the upstream sent none); empty otherwise. */
  readonly tail: Uint8Array;
  readonly contentDelivered: boolean;
  readonly fault: UpstreamFault | undefined;
  readonly estimatedCompletionTokens: number;
  /** For calls with images or sound. */
  readonly media?: MediaReport;
}
