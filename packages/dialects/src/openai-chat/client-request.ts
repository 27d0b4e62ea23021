import type { PromptMembers } from '../token-estimator/estimate-prompt.ts';
import type { ConversationState } from '../state/read-state.ts';
import type { BillableFeatures } from '../server-tools/billable-features.ts';
import type { BodyHints } from '../json/body-hints.ts';
import type { MediaKind } from '../media/media-kind.ts';

/** The calls that share the OpenAI envelope of this package. */
export type EnvelopeKind = 'chat' | 'completions' | 'embeddings' | 'moderations';
/** All kinds of calls. */
export type RequestKind = EnvelopeKind | 'ocr' | 'rerank';

/** Every call of a model in the OpenAI envelope. */
export type CallKind = RequestKind | MediaKind | 'realtime';

/** What the relay needs to know about a call; everything else stays in the bytes. */
export interface ClientRequest {
  readonly kind: CallKind;
  readonly model: string;
  readonly stream: boolean;
  /** The client itself asked for the usage chunk (stream_options.include_usage). */
  readonly includeUsage: boolean;
  /** The body has a stream_options member (null too). */
  readonly hasStreamOptions: boolean;
  /** The client's limit of output tokens for each answer (the largest, where it set several); absent when it set none. */
  readonly maxOutputTokens?: number;
  /** The body has a max_completion_tokens member, which not every server knows. */
  readonly hasNewLimit?: true;
  /** Which members it has that rules of models are about (see bitsOfMembers); absent where it has none. */
  readonly memberBits?: number;
  /** Tokens of a predicted output, which are billed beyond the limit where they do not come true. */
  readonly predictedTokens?: number;
  /** Answers asked for, which all may be billed: n, or best_of where that is more, for each prompt. */
  readonly choices: number;
  /** Prompts of one call, where there are several. */
  readonly prompts?: number;
  /** Mild over-estimate of the prompt in tokens. */
  readonly promptTokensEstimate: number;
  /** The most tokens that the prompt can have: what is reserved. */
  readonly promptTokensMax: number;
  /** How many images the prompt has, or may have. */
  readonly images?: number;
  /** How often a price per call is likely to be due, where that may be more than once. */
  readonly callFactor?: number;
  /** The same at most, where that is more: what is reserved. */
  readonly callFactorMax?: number;
  /** Tools, tiers and the like that are billed beside tokens; absent where it asks for none. */
  readonly billable?: BillableFeatures;
  /** What the strings of `bytes` tell; undefined where nobody looked. */
  readonly marks?: BodyHints | undefined;
  /** What it says of a conversation that is kept elsewhere; absent for most calls. */
  readonly state?: ConversationState;
  /** The answer is the conversation itself, made shorter. */
  readonly compacts?: true;
  /** The response whose conversation was put into the body; it was only named in it. */
  readonly previousResponseId?: string;
  /** The body as it came. */
  readonly bytes: Uint8Array;
}

/** Why a body is refused, in the words and fields of the OpenAI dialect. */
export interface RequestFault {
  readonly status: 400 | 404;
  readonly message: string;
  readonly type: 'invalid_request_error';
  readonly param: string | null;
  readonly code: string;
}

/** A parsed JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** What differs between the kinds of calls. */
export interface RequestShape {
  /** The member without which the call makes no sense, and the JSON types that it may have. */
  readonly required: { readonly name: string; readonly types: readonly ('string' | 'array')[] };
  /** Used when the body names no model; without it a model is required. */
  readonly defaultModel?: string;
  /** Whether stream, n and the output limits mean anything. */
  readonly generates: boolean;
  /** Members that limit the output; where there are several the largest counts, as upstreams differ. */
  readonly limitMembers: readonly string[];
  /** The member that may hold several prompts, each of which is answered. */
  readonly promptList?: string;
  /** Members that the model reads, and whether they may hold media or only text. */
  readonly promptMembers: PromptMembers;
}
