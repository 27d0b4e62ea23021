import type { Usage } from './usage.ts';

/** Images that a call asks for. */
export interface ImageWork {
  readonly unit: 'image';
  /** Empty where the client did not say. */
  readonly size: string;
  readonly quality: string;
  /** Images asked for. */
  readonly count: number;
  /** Unfinished images that are shown on the way, each. */
  readonly partials: number;
  /** Images that are sent along. */
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
export type MediaWork = ImageWork | SpeechWork | TranscriptWork;

/** What the upstream told of its work; absent is what it did not tell. */
export interface MediaReport {
  readonly usage?: Usage | undefined;
  /** Images in the answer. */
  readonly images?: number | undefined;
  /** Length of the recording. */
  readonly seconds?: number | undefined;
  /** Tokens that the text of the answer is likely to have. */
  readonly textTokens?: number | undefined;
}
