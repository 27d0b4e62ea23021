import type { CallKind } from './call-kind.ts';
import type { NamedId } from '../state/named-ids.ts';
import type { ConversationState } from '../state/read-state.ts';
import type { BillableFeatures } from '../server-tools/billable-features.ts';
import type { BodyHints } from '../json/body-hints.ts';

/** What the relay needs to know about a call; everything else stays in the bytes. */
export interface ClientRequest {
  readonly kind: CallKind;
  readonly model: string;
  readonly stream: boolean;
  /** The client requested the usage chunk itself (stream_options.include_usage). */
  readonly includeUsage: boolean;
  /** The body has a stream_options member, even if null. */
  readonly hasStreamOptions: boolean;
  /**
   * The client's limit of output tokens per response (the largest, if it set several); absent if it set none.
   */
  readonly maxOutputTokens?: number | undefined;
  /** The body has a max_completion_tokens member, which not every server supports. */
  readonly hasMaxCompletionTokens?: true | undefined;
  /** Which members covered by model rules are present (see readMemberBits); absent if none. */
  readonly memberBits?: number | undefined;
  /** Tokens of a predicted output; rejected ones are billed beyond the limit. */
  readonly predictedTokens?: number | undefined;
  /** Tokens of a summary that the provider may write, and bill, before the response itself. */
  readonly summaryTokens?: number;
  /** Number of requested responses, all of which may be billed: n, or best_of if larger, for each prompt. */
  readonly choices: number;
  /** Number of prompts, if there are several. */
  readonly prompts?: number | undefined;
  /** Slight over-estimate of the prompt's tokens. */
  readonly promptTokensEstimate: number;
  /** Upper bound of the prompt's tokens, for the reservation. */
  readonly promptTokensMax: number;
  /**
   * The same without the conversation that it continues; set if a response of that conversation is all that is
   * named of what the provider stores.
   */
  readonly ownPromptTokensMax?: number;
  /** The model may read less than the whole conversation: its beginning is cut off or summed up. */
  readonly shortensHistory?: true;
  /**
   * The prompt includes content stored at the provider, whose length is unknown here, or is read several times:
   * OpenAI's `reasoning.mode` `pro` bills all work of the model. Source: its guide to reasoning, as models.dev
   * quotes it, July 2026.
   */
  readonly readsStoredContent?: true | undefined;
  /** Upper bound of the images in the prompt. */
  readonly images?: number | undefined;
  /** Expected number of times that a price per call applies, if it may be more than one. */
  readonly callFactor?: number;
  /** Upper bound of that number, if larger; used for the reservation. */
  readonly callFactorMax?: number;
  /** Tools, tiers and other features billed in addition to tokens; absent if none is requested. */
  readonly billable?: BillableFeatures | undefined;
  /** What the strings of `bytes` reveal; undefined if not read. */
  readonly marks?: BodyHints | undefined;
  /** Facts about a conversation stored elsewhere; absent for most calls. */
  readonly state?: ConversationState;
  /** What the request names of what its provider stores; absent for most calls. */
  readonly named?: readonly NamedId[] | undefined;
  /** The client asked the provider not to store the response, so that nothing can refer to it. */
  readonly unstored?: true;
  /** The response is a compacted form of the conversation. */
  readonly compacts?: true;
  /** The response whose conversation was expanded into the body; the client only referenced it. */
  readonly previousResponseId?: string;
  /** The body as received. */
  readonly bytes: Uint8Array;
}
