import { imageFactors } from './image-factor.ts';
import { inputImageTokens, outputImageTokens } from './image-tokens.ts';
import type {
  MediaReport,
  MediaWork,
  ImageWork,
  SpeechWork,
  TranscriptWork,
} from './media-work.ts';
import type { CallPrice, Price } from './price.ts';
import { transcriptionTokens } from './transcription-tokens.ts';
import { emptyUsage, fillUsage, type Usage } from './usage.ts';

/** The basis of a charge for a media call, passed to computeCharge and logged. */
export interface MediaBill {
  readonly usage: Usage;
  readonly callFactor: number;
  /** What the charge was computed from besides the charge record, for the log. */
  readonly facts: Readonly<Record<string, number | string>>;
  /** Whether the upstream reported no usage although the price needs it. */
  readonly estimated: boolean;
}

/** Limits of a call for estimateReservation. */
export interface MediaLimits {
  readonly promptTokens: number;
  readonly maxCompletionTokens: number;
  readonly callFactor: number;
  /** Duration of a recording; 0 for everything else. */
  readonly seconds: number;
  /** Whether only characters or seconds are charged, so that nothing else in the request costs anything. */
  readonly isCounted: boolean;
}

/** Tokens per second of audio: of input, and of generated speech (rounded up). */
const AUDIO_INPUT_TOKENS_PER_SECOND = 10;
const AUDIO_OUTPUT_TOKENS_PER_SECOND = 21;
/** Tokens per second of transcript: fast speech, with a margin for punctuation and other languages. */
const TRANSCRIPT_TOKENS_PER_SECOND = 8;
/** Safety factor for durations that are underestimated. */
const LENGTH_MARGIN = 2;

/**
 * Computes the basis of a finished call's charge. The price alone decides what is measured, never the
 * response format the client chose, so that no format is cheaper than another:
 * - A price per call is multiplied, for images, by size, quality, frames and the number of images received
 *   (never more than requested); speech and audio files are one call.
 * - A price by tokens counts image tokens as reported, or else by the images' size.
 * - With an audio ratio, speech and recordings count tokens as reported, or else by their duration.
 * - Without one, speech counts its characters, and recordings 1,000 tokens a minute by started seconds, of
 *   the duration the upstream reports, or else of the file. Subtitles, which end with the speech, make it no
 *   shorter than the file.
 */
export function billMedia(price: Price, work: MediaWork, report: MediaReport): MediaBill {
  switch (work.unit) {
    case 'image':
      return price.kind === 'call'
        ? billImages(price, work, report)
        : billImageTokens(work, report);
    case 'speech':
      return billSpeech(price, work, report);
    case 'transcript':
      return billTranscript(price, work, report);
  }
}

/** Returns the upper bound of a call's charge, as far as it can be known in advance. */
export function reserveMedia(price: Price, work: MediaWork): MediaLimits {
  const longer = withDurationMargin(work);
  const { usage, callFactor } = billMedia(price, longer, {});
  const isAudio = price.kind === 'ratio' && work.unit !== 'image';
  const isCounted = isAudio && !isPricedByAudioTokens(price);
  const margin = isAudio && !isCounted ? LENGTH_MARGIN : 1;
  return {
    promptTokens: usage.promptTokens * margin,
    maxCompletionTokens: usage.completionTokens * margin,
    callFactor,
    seconds: longer.unit === 'transcript' ? longer.seconds : 0,
    isCounted,
  };
}

/**
 * Adds a margin to a recording's duration: upstreams count silence and headers differently, and bill a
 * minimum duration.
 */
function withDurationMargin(work: MediaWork): MediaWork {
  if (work.unit !== 'transcript') return work;
  const { seconds, secondsMax = seconds } = work;
  return { ...work, seconds: Math.max(seconds * 1.5 + 30, secondsMax) };
}

const isPricedByAudioTokens = (price: Price) =>
  price.kind === 'ratio' && price.factors.audioRatio !== undefined;

/** The number of images received, at most the number requested. */
const imagesOf = ({ count }: ImageWork, { images = count }: MediaReport) => Math.min(images, count);

function billImages(price: CallPrice, work: ImageWork, report: MediaReport): MediaBill {
  const { size, quality, frames = 1 } = work;
  // Each frame of a moving image is drawn like an image.
  const count = imagesOf(work, report) * frames;
  const factors = imageFactors(price.imageFactors, { size, quality, count });
  return {
    usage: report.usage ?? emptyUsage(),
    callFactor: factors.callFactor,
    facts: {
      ...imageFacts(work, count),
      ...(factors.size === 1 ? {} : { size_factor: factors.size }),
      ...(factors.quality === 1 ? {} : { quality_factor: factors.quality }),
    },
    estimated: false,
  };
}

function billImageTokens(work: ImageWork, report: MediaReport): MediaBill {
  const count = imagesOf(work, report);
  const facts = imageFacts(work, count);
  const imageInputTokens = inputImageTokens(work.inputs);
  const guess: Usage = {
    ...emptyUsage(),
    promptTokens: work.promptTokens + imageInputTokens,
    imageInputTokens,
    completionTokens: outputImageTokens(work) * count,
  };
  const isEmpty = count === 0 && report.usage !== undefined;
  const counted = isEmpty
    ? { usage: report.usage, estimated: false }
    : fillUsage(report.usage, guess);
  return { ...counted, callFactor: 1, facts };
}

function imageFacts({ size, quality }: ImageWork, images: number) {
  return {
    images,
    ...(size === '' ? {} : { image_size: size }),
    ...(quality === '' ? {} : { image_quality: quality }),
  };
}

function billSpeech(price: Price, work: SpeechWork, report: MediaReport): MediaBill {
  const { characters, promptTokens } = work;
  const facts = { characters };
  if (!isPricedByAudioTokens(price)) {
    const counted = { ...emptyUsage(), promptTokens: characters };
    return { usage: counted, callFactor: 1, facts, estimated: false };
  }
  const audioTokens = Math.ceil(work.seconds * AUDIO_OUTPUT_TOKENS_PER_SECOND);
  const guess = { ...emptyUsage(), promptTokens, completionTokens: audioTokens };
  const { usage, estimated } = fillUsage(report.usage, guess);
  return { usage: asAudioOutput(usage), callFactor: 1, facts, estimated };
}

/** All output of speech is audio, even if the upstream does not report it as such. */
const asAudioOutput = (usage: Usage): Usage => ({
  ...usage,
  audioOutputTokens: usage.completionTokens,
});

function billTranscript(price: Price, work: TranscriptWork, report: MediaReport): MediaBill {
  const { seconds: reported = 0, mayLastLonger } = report;
  const isReported = reported > (mayLastLonger ? work.seconds : 0);
  const seconds = isReported ? reported : work.seconds;
  if (!isPricedByAudioTokens(price)) {
    const usage = { ...emptyUsage(), promptTokens: transcriptionTokens(seconds) };
    const estimated = price.kind === 'ratio' && !isReported;
    return { usage, callFactor: 1, facts: { seconds }, estimated };
  }
  const audioInputTokens = Math.ceil(seconds) * AUDIO_INPUT_TOKENS_PER_SECOND;
  // A recording may contain no speech: if usage is reported, 0 tokens of text are believed.
  const unknown = report.usage ? 0 : Math.ceil(seconds) * TRANSCRIPT_TOKENS_PER_SECOND;
  const guess: Usage = {
    ...emptyUsage(),
    promptTokens: work.promptTokens + audioInputTokens,
    audioInputTokens,
    completionTokens: report.textTokens ?? unknown,
  };
  const { usage, estimated } = fillUsage(report.usage, guess);
  return { usage, callFactor: 1, facts: estimated ? { seconds } : {}, estimated };
}
