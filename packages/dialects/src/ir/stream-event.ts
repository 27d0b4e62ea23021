import type { ErrorObject } from '../faults/error-object.ts';
import type { Stop, TokenLogprob } from './response.ts';
import type {
  AudioPart,
  Citation,
  ImagePart,
  Signature,
  ThinkingPart,
  WebSearchPart,
} from './parts.ts';
import type { ChatUsage } from './usage.ts';

/** What can be opened and then grows. */
export type StreamedPart =
  | { readonly kind: 'text' | 'thinking' | 'refusal' }
  | {
      readonly kind: 'tool-call';
      readonly id: string;
      readonly name: string;
      readonly custom?: true;
      readonly signature?: Signature;
    };

/**
 * One step of a streamed response in no dialect. Parts are numbered from 0 in the order in which
 * they begin; each is opened, grows and is closed, or comes whole. Usage may come often: the last
 * counts. A complete stream has a finish; nothing but usage follows it.
 */
export type StreamEvent =
  | { readonly type: 'start'; readonly id: string; readonly model: string }
  | { readonly type: 'part-start'; readonly index: number; readonly part: StreamedPart }
  | {
      readonly type: 'delta';
      readonly index: number;
      readonly text: string;
      readonly logprobs?: readonly TokenLogprob[];
    }
  | { readonly type: 'signature'; readonly index: number; readonly signature: Signature }
  | { readonly type: 'citation'; readonly index: number; readonly citation: Citation }
  | { readonly type: 'part-end'; readonly index: number }
  | {
      readonly type: 'part';
      readonly index: number;
      readonly part: ThinkingPart | ImagePart | AudioPart | WebSearchPart;
    }
  | { readonly type: 'usage'; readonly usage: ChatUsage }
  | { readonly type: 'finish'; readonly stop: Stop }
  /** `thinks`: a thought began, of which nothing may ever be shown. */
  | { readonly type: 'ping'; readonly thinks?: true }
  /** Without an error object: a piece of the stream is no JSON. */
  | { readonly type: 'error'; readonly error: ErrorObject | undefined };

/** Where a stream parser puts its events. */
export type EmitEvent = (event: StreamEvent) => void;
