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

/** Parts that are opened and then grow. */
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
 * One step of a streamed response, dialect-neutral. Parts are numbered from 0 in the order in which they
 * begin; each is either opened, extended and closed, or arrives complete. Usage may be reported often: the
 * last one counts. A complete stream has a finish; only usage follows it.
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
  /** `repeatsOutput`: its output is that of an earlier usage, as this one reported none. */
  | { readonly type: 'usage'; readonly usage: ChatUsage; readonly repeatsOutput?: boolean }
  | {
      readonly type: 'finish';
      readonly stop: Stop;
      readonly serviceTier?: string | undefined;
    }
  /** `thinks`: a thought began whose content is never shown. */
  | { readonly type: 'ping'; readonly thinks?: true }
  /** Without an error object: part of the stream is not JSON. */
  | { readonly type: 'error'; readonly error: ErrorObject | undefined };

/** Receives a stream parser's events. */
export type EmitEvent = (event: StreamEvent) => void;
