import type { ByteRange } from '../json/byte-range.ts';
import type { MediaKind } from './media-kind.ts';

/** What a call requests, as pricing needs it. */
export type MediaWork =
  | {
      readonly unit: 'image';
      readonly size: string;
      readonly quality: string;
      readonly count: number;
      readonly partials: number;
      readonly inputs: number;
      readonly promptTokens: number;
    }
  | {
      readonly unit: 'speech';
      readonly characters: number;
      readonly seconds: number;
      readonly promptTokens: number;
    }
  | {
      readonly unit: 'transcript';
      readonly seconds: number;
      readonly secondsMax?: number | undefined;
      readonly promptTokens: number;
    };

/** What the relay needs to know of a call with images or sound, beyond what all calls have. */
export interface MediaRequest {
  readonly kind: MediaKind;
  readonly work: MediaWork;
  /** As the client sent it, with its boundary. */
  readonly contentType: string;
  /** The form in which the client wants a transcript. */
  readonly responseFormat: string;
  /** Undefined for bodies of JSON. */
  readonly form: FormPositions | undefined;
  /** The client wants images as Google's `:predict` gives them. */
  readonly predicts?: true;
}

/** The position of a form's model name, or where it can go, and of the audio file. */
export interface FormPositions {
  readonly boundary: string;
  readonly model: ByteRange | undefined;
  readonly file: ByteRange | undefined;
  readonly start: number;
}
