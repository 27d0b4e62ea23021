import type { CallKind } from './call-kind.ts';
import type { ConversationState } from '../state/read-state.ts';
import type { BillableFeatures } from '../server-tools/billable-features.ts';
import type { BodyHints } from '../json/body-hints.ts';

/** What the relay needs to know about a call; everything else stays in the bytes. */
export interface ClientRequest {
  readonly kind: CallKind;
  readonly model: string;
  readonly stream: boolean;
  /** The client itself requested the usage chunk (stream_options.include_usage). */
  readonly includeUsage: boolean;
  /** The body has a stream_options member (null too). */
  readonly hasStreamOptions: boolean;
  /**
   * The client's limit of output tokens for each response (the largest, where it set several);
   * absent when it set none.
   */
  readonly maxOutputTokens?: number | undefined;
  /** The body has a max_completion_tokens member, which not every server knows. */
  readonly hasNewLimit?: true | undefined;
  /** Which members it has that rules of models are about (see bitsOfMembers); absent where it has none. */
  readonly memberBits?: number | undefined;
  /** Tokens of a predicted output, which are billed beyond the limit where they do not come true. */
  readonly predictedTokens?: number | undefined;
  /**
   * Responses requested, which all may be billed: n, or best_of where that is more, for each
   * prompt.
   */
  readonly choices: number;
  /** Prompts of one call, where there are several. */
  readonly prompts?: number | undefined;
  /** Mild over-estimate of the prompt in tokens. */
  readonly promptTokensEstimate: number;
  /** The most tokens that the prompt can have: what is reserved. */
  readonly promptTokensMax: number;
  /** The provider reads something for it whose length nobody here knows. */
  readonly readsKept?: true | undefined;
  /** How many images the prompt has, or may have. */
  readonly images?: number | undefined;
  /** How often a price per call is likely to be due, where that may be more than once. */
  readonly callFactor?: number;
  /** The same at most, where that is more: what is reserved. */
  readonly callFactorMax?: number;
  /** Tools, tiers and the like that are billed beside tokens; absent where it requests none. */
  readonly billable?: BillableFeatures | undefined;
  /** What the strings of `bytes` reveal; undefined if not read. */
  readonly marks?: BodyHints | undefined;
  /** What it says of a conversation that is kept elsewhere; absent for most calls. */
  readonly state?: ConversationState;
  /** The response is the conversation itself, made shorter. */
  readonly compacts?: true;
  /** The response whose conversation was put into the body; it was only named in it. */
  readonly previousResponseId?: string;
  /** The body as it came. */
  readonly bytes: Uint8Array;
}
