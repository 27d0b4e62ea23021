import type { ByteRange } from '../json/byte-range.ts';
import type { MediaKind } from './media-kind.ts';

/** The requested work, as needed for pricing. */
export type MediaWork =
  | {
      readonly unit: 'image';
      readonly size: string;
      readonly quality: string;
      readonly count: number;
      readonly frames?: number;
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

/** What the relay needs to know about an image or audio call, in addition to what all calls have. */
export interface MediaRequest {
  readonly kind: MediaKind;
  readonly work: MediaWork;
  /** As sent by the client, including its boundary. */
  readonly contentType: string;
  /** Requested format of a transcript. */
  readonly responseFormat: string;
  /** Undefined for JSON bodies. */
  readonly form: FormPositions | undefined;
  /** The client expects images in the format of Google's `:predict`. */
  readonly predicts?: true;
}

/** Positions in a form: of the model's name, or where to insert it, and of the audio file. */
export interface FormPositions {
  readonly boundary: string;
  readonly model: ByteRange | undefined;
  readonly file: ByteRange | undefined;
  readonly start: number;
}
