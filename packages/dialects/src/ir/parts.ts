import type { Dialect } from './dialect.ts';

/** Bytes in the message, an address, or a file that the provider already has. */
export type Media =
  | { readonly kind: 'base64'; readonly mediaType: string; readonly data: string }
  | { readonly kind: 'url'; readonly url: string; readonly mediaType?: string }
  | { readonly kind: 'file'; readonly id: string; readonly mediaType?: string };

/** The prompt up to here shall be kept in the provider's cache. */
export interface CacheHint {
  readonly ttl?: '5m' | '1h';
}

/**
 * A provider's proof of what its model thought. Only the dialect that made it can read it, so it
 * is never shown to another one; `id` is the provider's id of the item, where it has one.
 */
export interface Signature {
  readonly by: Dialect;
  readonly value: string;
  readonly id?: string;
}

/** The id in the signature of Anthropic's redacted thoughts, which have no text at all. */
export const REDACTED = 'redacted';

/** Where a statement comes from. */
export interface Citation {
  readonly url?: string;
  readonly title?: string;
  /** The words that are cited. */
  readonly text?: string;
  readonly start?: number;
  readonly end?: number;
}

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  readonly cache?: CacheHint;
  readonly citations?: readonly Citation[];
  /** Gemini's, for what was thought before the text. */
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
  /** What was said, when the model spoke. */
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
  /** JSON text; for custom tools any text. */
  readonly args: string;
  /** A tool that takes free text instead of JSON. */
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

/** What the model thought, as far as it may be read. */
export interface ThinkingPart {
  readonly type: 'thinking';
  readonly text: string;
  readonly signature?: Signature;
}

/** A page that a search of the web has found. */
export interface WebSearchResult {
  readonly url: string;
  /** '' where the provider reports none. */
  readonly title: string;
  readonly age?: string;
  /** The page as only its provider reads it. */
  readonly sealed?: Signature;
}

/** A search of the web that the provider ran for a response. */
export interface WebSearchPart {
  readonly type: 'web-search';
  /** The provider's id; '' where it has none. */
  readonly id: string;
  readonly queries: readonly string[];
  readonly results: readonly WebSearchResult[];
  /** Why it failed, in Anthropic's codes. */
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

/** What a response is made of; a request never contains searches. */
export type ResponsePart = Part | WebSearchPart;
