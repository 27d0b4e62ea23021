import type { Usage } from './usage.ts';

/** Pictures that a call asks for. */
export interface PictureWork {
  readonly unit: 'picture';
  /** Empty where the client did not say. */
  readonly size: string;
  readonly quality: string;
  /** Pictures asked for. */
  readonly count: number;
  /** Unfinished pictures that are shown on the way, each. */
  readonly partials: number;
  /** Pictures that are sent along. */
  readonly inputs: number;
  /** Estimate of the text. */
  readonly promptTokens: number;
}

/** A text that is to be spoken. */
export interface SpeechWork {
  readonly unit: 'speech';
  readonly characters: number;
  /** How long it takes to say, about. */
  readonly seconds: number;
  /** Estimate of the text and of the instructions. */
  readonly promptTokens: number;
}

/** A recording that is to be written down. */
export interface TranscriptWork {
  readonly unit: 'transcript';
  /** As read from the file. */
  readonly seconds: number;
  /** Estimate of the text that goes along. */
  readonly promptTokens: number;
}

/** What a call asks for that is not text for text. */
export type MediaWork = PictureWork | SpeechWork | TranscriptWork;

/** What the upstream told of its work; absent is what it did not tell. */
export interface MediaReport {
  readonly usage?: Usage | undefined;
  /** Pictures in the answer. */
  readonly pictures?: number | undefined;
  /** Length of the recording. */
  readonly seconds?: number | undefined;
  /** Tokens that the text of the answer is likely to have. */
  readonly textTokens?: number | undefined;
}
