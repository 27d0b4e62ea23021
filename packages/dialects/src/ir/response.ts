import type { ResponsePart, Part } from './parts.ts';
import type { ChatUsage } from './usage.ts';

/**
 * Why a model stopped. `sequence` is the stop sequence that it reached; `malformed` calls and `other` reasons
 * mean that the response broke off.
 */
export interface Stop {
  readonly reason:
    | 'end'
    | 'sequence'
    | 'length'
    | 'context'
    | 'tools'
    | 'refusal'
    | 'filter'
    | 'pause'
    | 'malformed'
    | 'other';
  readonly sequence?: string;
}

export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
  readonly bytes?: readonly number[] | null;
  readonly top?: readonly TokenLogprob[];
}

/** A complete response in the IR. */
export interface ChatResponse {
  /** The upstream's id and model name; empty if not reported. */
  readonly id: string;
  readonly model: string;
  readonly parts: readonly ResponsePart[];
  /**
   * Parts of further candidates: no dialect of ours renders them, but clients that receive the original bytes
   * pay for them.
   */
  readonly others?: readonly Part[];
  readonly stop: Stop;
  readonly usage: ChatUsage | undefined;
  /** The usage was reported before the end of a streamed response: it does not cover all of it. */
  readonly isUsageEarly?: boolean;
  readonly logprobs?: readonly TokenLogprob[];
  readonly serviceTier?: string;
}
