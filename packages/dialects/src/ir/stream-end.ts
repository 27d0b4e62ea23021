import type { UpstreamFault } from '../faults/upstream-fault.ts';
import type { MediaReport } from '../media/media-report.ts';
import type { Usage } from './usage.ts';

/** Who cut a stream off: the upstream or its connection, or the gateway itself. */
export type StreamCut = 'by-upstream' | 'by-us';

/** Outcome of a stream that has ended. */
export interface StreamEnd {
  /** The last usage that the upstream reported. */
  readonly usage: Usage | undefined;
  /**
   * The usage covers the whole response. If false, it was reported mid-stream, and more may have been
   * delivered.
   */
  readonly isUsageFinal: boolean;
  /**
   * The response is complete: a [DONE] or a finish reason arrived without an error. If false, the client must
   * be sent an error event.
   */
  readonly complete: boolean;
  /** Bytes that end a complete stream ([DONE], even if the upstream sent none); empty otherwise. */
  readonly tail: Uint8Array;
  readonly contentDelivered: boolean;
  readonly fault: UpstreamFault | undefined;
  readonly estimatedCompletionTokens: number;
  /** Only for calls with images or audio. */
  readonly media?: MediaReport;
}
