import type { Usage } from './usage.ts';

/** Images requested by a call. */
export interface ImageWork {
  readonly unit: 'image';
  /** Empty if the client did not specify it. */
  readonly size: string;
  readonly quality: string;
  /** Number of images requested. */
  readonly count: number;
  /** Number of frames of each, for moving images. */
  readonly frames?: number;
  /** Partial images sent while each image is generated. */
  readonly partials: number;
  /** Number of input images. */
  readonly inputs: number;
  /** Estimated tokens of the text. */
  readonly promptTokens: number;
}

/** A text to be spoken. */
export interface SpeechWork {
  readonly unit: 'speech';
  readonly characters: number;
  /** Estimated duration of the speech. */
  readonly seconds: number;
  /** Estimated tokens of the text and the instructions. */
  readonly promptTokens: number;
}

/** A recording to be transcribed. */
export interface TranscriptWork {
  readonly unit: 'transcript';
  /** As read from the file. */
  readonly seconds: number;
  /** Upper bound of the duration, if the file merely states it. */
  readonly secondsMax?: number | undefined;
  /** Estimated tokens of the accompanying text. */
  readonly promptTokens: number;
}

/** What a media call requests. */
export type MediaWork = ImageWork | SpeechWork | TranscriptWork;

/** What the upstream reported about its output; unreported values are absent. */
export interface MediaReport {
  readonly usage?: Usage | undefined;
  /** Number of images in the response. */
  readonly images?: number | undefined;
  /** Duration of the recording. */
  readonly seconds?: number | undefined;
  /** The recording lasts at least `seconds`: subtitles end with its speech. */
  readonly mayLastLonger?: true;
  /** Estimated tokens of the response text. */
  readonly textTokens?: number | undefined;
}
