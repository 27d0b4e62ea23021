import type { ResponsePart, Part } from './parts.ts';
import type { ChatUsage } from './usage.ts';

/** Why a model stopped. `sequence` is the stop text that it met. */
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
    | 'malformed';
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
  /** The upstream's id and model name; empty when it gave none. */
  readonly id: string;
  readonly model: string;
  readonly parts: readonly ResponsePart[];
  /** Parts of further candidates: no dialect of ours takes them over, but who gets the bytes as they are pays for them. */
  readonly others?: readonly Part[];
  readonly stop: Stop;
  readonly usage: ChatUsage | undefined;
  readonly logprobs?: readonly TokenLogprob[];
  readonly serviceTier?: string;
}
