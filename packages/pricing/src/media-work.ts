import type { Usage } from './usage.ts';

/** Images that a call requests. */
export interface ImageWork {
  readonly unit: 'image';
  /** Empty where the client did not say. */
  readonly size: string;
  readonly quality: string;
  /** Images requested. */
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
  /** The longest that it can be, where the file only says how long it is. */
  readonly secondsMax?: number | undefined;
  /** Estimate of the text that goes along. */
  readonly promptTokens: number;
}

/** What a call requests beyond text for text. */
export type MediaWork = ImageWork | SpeechWork | TranscriptWork;

/** What the upstream reported of its work; absent is what it did not report. */
export interface MediaReport {
  readonly usage?: Usage | undefined;
  /** Images in the response. */
  readonly images?: number | undefined;
  /** Length of the recording. */
  readonly seconds?: number | undefined;
  /** Tokens that the text of the response is likely to have. */
  readonly textTokens?: number | undefined;
}
