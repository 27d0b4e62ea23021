import type { Dialect } from './dialect.ts';

/** Inline bytes, a URL, or a file that the provider already has. */
export type Media =
  | { readonly kind: 'base64'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'url'; readonly url: string; readonly mediaType?: string }
  | { readonly kind: 'file'; readonly id: string; readonly mediaType?: string };

/** Asks the provider to cache the prompt up to here. */
export interface CacheHint {
  readonly ttl?: '5m' | '1h';
}

/**
 * A provider's proof of what its model thought. Only the dialect that issued it can read it, so it is never
 * sent to another one; `id` is the provider's id of the item, if it has one.
 */
export interface Signature {
  readonly by: Dialect;
  readonly value: string;
  readonly id?: string;
}

/**
 * Marks unsigned thoughts, to distinguish them from those of the upstream that the client continues with.
 * Chat completions have no signatures, and accept thoughts back as text.
 */
export const UNSIGNED: Signature = { by: 'openai-chat', value: '' };

/** The `id` in the signature of Anthropic's redacted thoughts, which have no text. */
export const REDACTED = 'redacted';

/** The source of a statement. */
export interface Citation {
  readonly url?: string;
  readonly title?: string;
  /** The cited words. */
  readonly text?: string;
  readonly start?: number;
  readonly end?: number;
}

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly cache?: CacheHint;
  readonly citations?: readonly Citation[];
  /** Gemini's signature of the thoughts before the text. */
  readonly signature?: Signature;
}

export interface ImagePart {
  readonly type: 'image';
  readonly source: Media;
  readonly detail?: string;
  readonly cache?: CacheHint;
}

/** A document. Plain text documents have `text` instead of a source. */
export interface FilePart {
  readonly type: 'file';
  readonly source: Media | { readonly kind: 'text'; readonly text: string };
  readonly name?: string;
  readonly cache?: CacheHint;
}

export interface AudioPart {
  readonly type: 'audio';
  readonly source: Media;
  /** The spoken words, if the model produced audio. */
  readonly transcript?: string;
}

export interface VideoPart {
  readonly type: 'video';
  readonly source: Media;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  /** JSON text; free text for custom tools. */
  readonly args: string;
  /** The tool takes free text instead of JSON. */
  readonly custom?: true;
  readonly signature?: Signature;
  readonly cache?: CacheHint;
}

export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly name?: string;
  readonly isError: boolean;
  readonly content: readonly (TextPart | ImagePart | FilePart)[];
  readonly custom?: true;
  readonly cache?: CacheHint;
}

/** A model's thoughts, as far as they may be read. */
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  readonly signature?: Signature;
}

/** A page found by a web search. */
export interface WebSearchResult {
  readonly url: string;
  /** '' where the provider reports none. */
  readonly title: string;
  readonly age?: string;
  /** The page in a form that only its provider can read. */
  readonly sealed?: Signature;
}

/** A web search that the provider ran for a response. */
export interface WebSearchPart {
  readonly type: 'web-search';
  /** The provider's id; '' if it has none. */
  readonly id: string;
  readonly queries: readonly string[];
  readonly results: readonly WebSearchResult[];
  /** Reason of the failure, as one of Anthropic's codes. */
  readonly error?: string;
}

export interface RefusalPart {
  readonly type: 'refusal';
  readonly text: string;
}

export type Part =
  | TextPart
  | ImagePart
  | FilePart
  | AudioPart
  | VideoPart
  | ToolCallPart
  | ToolResultPart
  | ThinkingPart
  | RefusalPart;

/** Parts of a response; a request never contains searches. */
export type ResponsePart = Part | WebSearchPart;
